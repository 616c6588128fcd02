import type { AdminMethod } from '../../server/admin/document.js'
import { storeMethods } from '../../server/admin/methods.js'
import type { Command } from '../command.js'
import { withOperator } from '../configured.js'
import { contractCheck } from '../contract/check.js'
import { allPages, contractCommand, contractMethods, withoutPages } from '../contract/contract-command.js'
import { contractDiffCommand } from '../contract/diff.js'
import { contractImport } from '../contract/import.js'
import { contractPrint } from '../contract/print.js'
import { contractShow } from '../contract/show.js'
import { client } from '../tools/client.js'
import { check } from './check.js'
import { init } from './config/init.js'
import { configShow } from './config/show.js'
import { confirmed } from './confirm-deletion.js'
import { cordonCommands } from './cordon.js'
import { history } from './history.js'
import { status } from './status.js'
import { storeJournals } from './store-journals.js'
import { upstreams } from './upstreams.js'
import { usageCommand } from './usage.js'
import { accountViews } from './views/account.js'
import { keyViews } from './views/key.js'
import { listViews } from './views/lists.js'
import type { View } from './views/view.js'
import { wholeStoreCommands } from './whole-store.js'

const views: Readonly<Record<string, View>> = { ...accountViews, ...listViews, ...keyViews }

/** The command for an operation on the store. */
const operationCommand = (method: AdminMethod): Command =>
  method.name === 'usage'
    ? usageCommand
    : contractCommand(withoutPages(method), (params, input) =>
        withOperator(input, async (operator) => {
          const meant = await confirmed(method.name, operator, params, input)
          const result = await allPages(method, (asked) => storeMethods[method.name]!(operator, asked as never), meant)
          const shown = views[method.name]?.(result as never, { params: meant as never, config: operator.config })
          if (typeof shown === 'object') return shown
          return { json: result, text: shown ?? (() => JSON.stringify(result, null, 2)) }
        }),
      )

/**
 * The commands that inspect the configuration, the store, the running gateway or the contract and
 * exit; in the order of the help.
 */
export const storeCommands: readonly Command[] = [
  init,
  check,
  configShow,
  ...contractMethods.filter(({ name }) => Object.hasOwn(storeMethods, name)).map(operationCommand),
  status,
  history,
  upstreams,
  ...cordonCommands,
  storeJournals,
  ...wholeStoreCommands,
  contractPrint,
  contractImport,
  contractCheck,
  contractShow,
  contractDiffCommand,
  client,
]
