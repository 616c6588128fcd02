import type { AdminMethod } from '../../server/admin/document.js'
import { storeMethods } from '../../server/admin/methods.js'
import type { Command } from '../command.js'
import { withOperationDeps } from '../configured.js'
import { confirmed } from './confirm-deletion.js'
import { adminOperations, allPages, operationCommand, withoutPages } from './operation-command.js'
import { usageCommand } from './usage.js'
import { accountViews } from './views/account.js'
import { keyViews } from './views/key.js'
import { listViews } from './views/lists.js'
import type { View } from './views/view.js'

const views: Readonly<Record<string, View>> = { ...accountViews, ...listViews, ...keyViews }

/** Operations with which an operator begins: they make a SQLite store that is not there. */
const FIRST_OPERATIONS = ['account.create', 'operator.invite']

const storeCommand = (method: AdminMethod): Command => {
  const { name } = method
  if (name === 'usage') return usageCommand
  return operationCommand(withoutPages(method), (params, input) =>
    withOperationDeps(
      input,
      async (deps) => {
        const meant = await confirmed(name, deps, params, input)
        const result = await allPages(method, (asked) => storeMethods[name]!(deps, asked as never), meant)
        const asked = { params: meant as never, config: deps.config, configFile: input.text('config') }
        const shown = views[name]?.(result as never, asked)
        if (typeof shown === 'object') return shown
        return { json: result, text: shown ?? (() => JSON.stringify(result, null, 2)) }
      },
      { isFirst: FIRST_OPERATIONS.includes(name) },
    ),
  )
}

export const storeCommands: readonly Command[] = adminOperations
  .filter(({ name }) => Object.hasOwn(storeMethods, name))
  .map(storeCommand)
