import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../gateway.js'
import { Card } from '../parts/basics.js'
import { attempt } from '../parts/notices.js'
import { useBusy } from '../use-busy.js'
import type { AccountPage } from './account-page.js'

/**
 * Failover protection: a switch if the plan has it, otherwise a sentence. Where it is on though the
 * plan has it no longer, the switch only switches it off. Changes are sent one after the other: of
 * quick clicks the last one counts.
 */
export const Failover = ({ page }: { page: AccountPage }) => {
  const { account, facts, isOperator, reload } = page
  const isIncluded = facts.plans.find(({ name }) => name === account.plan)?.failover === true
  const set = (failover: boolean) => call('account.set', { id: account.id, failover }).then(reload)
  /** The choice of the last click, shown until the account is read after it. */
  const wanted = useSignal<boolean | undefined>(undefined)
  const [isBusy, run] = useBusy()
  useEffect(() => {
    if (!isBusy) wanted.value = undefined
  }, [account])
  const isOn = account.isFailoverOn
  const isShownOn = wanted.value ?? isOn
  const send = async (sent: boolean): Promise<void> => {
    const done = `Failover protection is ${sent ? 'on' : 'off'}.`
    const isDone = await attempt(done, () => set(sent), isIncluded ? () => set(!sent) : undefined)
    if (wanted.value !== undefined && wanted.value !== sent) await send(wanted.value)
    else if (!isDone) wanted.value = undefined
  }
  const change = (isWanted: boolean) => {
    wanted.value = isWanted
    void run(() => send(isWanted))
  }
  const partners = facts.networks.filter(({ hasPartner }) => hasPartner).map(({ name }) => name)
  return (
    <Card title="Failover protection">
      {isIncluded ? (
        <p>
          When no node of a network can answer, the gateway sends the calls that allow it to a partner provider, with
          their params.{' '}
          {partners.length === 0 ? 'No network has a partner now.' : `Networks with a partner: ${partners.join(', ')}.`}
        </p>
      ) : isOn ? (
        <p>
          The plan {account.plan} no longer includes it: when no node can answer, calls get an error and cost nothing.
          While the switch is on, plan and limits cannot be changed. Once it is off, only another plan can have it on.
        </p>
      ) : (
        <p>
          The plan {account.plan} does not include failover protection: when no node can answer, calls get an error and
          cost nothing. {isOperator ? 'Another plan may include it.' : 'Ask the operator for a plan that includes it.'}
        </p>
      )}
      {(isIncluded || isOn) && (
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={isShownOn}
            checked={isShownOn}
            onChange={(event) => change(event.currentTarget.checked)}
          />
          <span>Forward to the partner: {isShownOn ? 'on' : 'off'}</span>
        </label>
      )}
    </Card>
  )
}
