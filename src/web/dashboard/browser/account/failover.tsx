import { call } from '../gateway.js'
import { Card } from '../parts/basics.js'
import { attempt } from '../parts/notices.js'
import type { AccountPage } from './account-page.js'

/** Failover protection: a switch if the plan has it, otherwise a sentence. */
export const Failover = ({ page }: { page: AccountPage }) => {
  const { account, facts, isOperator, reload } = page
  const plan = facts.plans.find(({ name }) => name === account.plan)
  const set = (failover: boolean) => call('account.set', { id: account.id, failover }).then(reload)
  const isOn = account.isFailoverOn
  const change = () =>
    void attempt(
      `Failover protection is ${isOn ? 'off' : 'on'}.`,
      () => set(!isOn),
      () => set(isOn),
    )
  const partners = facts.networks.filter(({ hasPartner }) => hasPartner).map(({ name }) => name)
  return (
    <Card title="Failover protection">
      {plan?.failover === true ? (
        <>
          <p>
            When no node of a network can answer, the gateway sends the calls that allow it to a partner provider, with
            their params.{' '}
            {partners.length === 0
              ? 'No network has a partner now.'
              : `Networks with a partner: ${partners.join(', ')}.`}
          </p>
          <label class="switch">
            <input type="checkbox" role="switch" aria-checked={isOn} checked={isOn} onChange={change} />
            <span>Forward to the partner: {isOn ? 'on' : 'off'}</span>
          </label>
        </>
      ) : (
        <p>
          The plan {account.plan} does not include failover protection: when no node can answer, calls get an error and
          cost nothing. {isOperator ? 'Another plan may include it.' : 'Ask the operator for a plan that includes it.'}
        </p>
      )}
    </Card>
  )
}
