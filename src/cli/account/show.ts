import { showAccount } from '../../admin/operations/accounts.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'
import { keyTable } from '../key/settings.js'
import { describeTerms } from './limits.js'

/** `tollgate account show`: an account, its limits in force, what it used today, and its keys. */
export const accountShow: Command = {
  name: 'account show',
  summary: 'Shows an account: its limits, what it used today, its keys.',
  usage: 'tollgate account show ID [--config FILE]',
  positionals: ['ID'],
  options: configOption,
  run: (input) =>
    withOperator(input, async (operator) => {
      const shown = await showAccount(operator, { id: input.positionals[0]! })
      const { id, name, limits, usedToday, keys } = shown
      return {
        json: shown,
        text: [
          `${id} (${name}): ${describeTerms(shown, operator.config.plans.get(shown.plan))}`,
          `Used today: ${usedToday} of ${limits.dailyCredits} credits`,
          keys.length === 0 ? 'No keys.' : keyTable(keys),
        ].join('\n'),
      }
    }),
}
