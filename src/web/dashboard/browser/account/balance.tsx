import { clock, count, percent, span, untilRenewalMs } from '../format.js'
import { Badge, Card } from '../parts/basics.js'
import { forecast, type SpentToday } from './forecast.js'

interface BalanceProps extends SpentToday {
  readonly isSuspended: boolean
}

export const Balance = (props: BalanceProps) => {
  const { used, dailyCredits, isSuspended, asOfMs } = props
  const left = Math.max(0, dailyCredits - used)
  const share = dailyCredits === 0 ? 1 : Math.min(1, used / dailyCredits)
  return (
    <Card
      title="Credits today"
      more={
        isSuspended && <Badge tone="bad">account suspended: every call is refused, and keys can only be revoked</Badge>
      }
    >
      <p class="figure">
        <strong id="credits-left">{count(left)}</strong> left of {count(dailyCredits)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element in their own colours */}
      <div
        class={share > 0.9 ? 'meter bad' : share > 0.7 ? 'meter warn' : 'meter'}
        role="meter"
        aria-label="Credits used today"
        aria-valuemin={0}
        aria-valuemax={dailyCredits}
        aria-valuenow={used}
        aria-valuetext={`${count(used)} of ${count(dailyCredits)}`}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p class="soft">
        {count(used)} used ({percent(used, dailyCredits)}). Renews in {span(untilRenewalMs())}, at 00:00 UTC.{' '}
        {forecast(props)} {asOfMs !== undefined && `As of ${clock(asOfMs)}.`}
      </p>
    </Card>
  )
}
