import { limitsOf } from '../accounts/entitlement.js'
import { dayOf } from '../credits/day.js'
import { describeTerms } from './account-limits.js'
import { type Command, configOption } from './command.js'
import { theAccount, withStore } from './configured.js'
import { keyTable } from './key-settings.js'

/** `tollgate account show`: an account, its limits in force, what it used today, and its keys. */
export const accountShow: Command = {
  name: 'account show',
  summary: 'Shows an account: its limits, what it used today, its keys.',
  usage: 'tollgate account show ID [--config FILE]',
  positionals: ['ID'],
  options: configOption,
  run: (input) =>
    withStore(input, async ({ plans }, store) => {
      const account = await theAccount(store, input.positionals[0]!)
      const plan = plans.get(account.plan)
      const { dailyCredits = 0, creditsPerSecond = 0 } = plan === undefined ? {} : limitsOf(account, plan)
      const { account: usedToday } = await store.usage.readDay(account.id, dayOf(input.edges.nowMs()))
      const keys = await store.accounts.listKeys(account.id)
      return {
        json: { ...account, limits: { dailyCredits, creditsPerSecond }, usedToday, keys },
        text: [
          `${account.id} (${account.name}): ${describeTerms(account, plan)}`,
          `Used today: ${usedToday} of ${dailyCredits} credits`,
          keys.length === 0 ? 'No keys.' : keyTable(keys),
        ].join('\n'),
      }
    }),
}
