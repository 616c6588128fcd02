import type { Usage } from '../../../../../generated/admin.js'
import { count, percent, span, untilRenewalMs } from '../format.js'
import { Badge, Card } from '../parts/basics.js'

const HOUR_MS = 3_600_000
const LOOK_BACK_HOURS = 3

interface BalanceProps {
  readonly used: number
  readonly dailyCredits: number
  readonly isSuspended: boolean
  /** Usage of today, by the hour. */
  readonly hours: Usage | undefined
}

/** Credits an hour, from the last three hours of today. */
const paceOf = (hours: Usage): number => {
  const nowHour = new Date().getUTCHours()
  const first = Math.max(0, nowHour - LOOK_BACK_HOURS + 1)
  const spent = hours.rows
    .filter(({ hour }) => hour !== undefined && Number(hour.slice(11, 13)) >= first)
    .reduce((sum, { credits }) => sum + credits, 0)
  const elapsed = nowHour - first + (new Date().getUTCMinutes() + 1) / 60
  return spent / elapsed
}

/** Forecast for the rest of the day at the present pace. */
const forecast = ({ used, dailyCredits, hours }: BalanceProps): string => {
  if (hours === undefined) return ''
  const pace = paceOf(hours)
  if (pace < 1) return 'Nothing was spent in the last hours.'
  const leftMs = untilRenewalMs()
  const atEnd = used + (pace * leftMs) / HOUR_MS
  const base = `At the pace of the last ${LOOK_BACK_HOURS} hours (${count(pace)} an hour)`
  if (atEnd <= dailyCredits) return `${base}, ${count(atEnd)} will be used by then.`
  const outMs = (Math.max(0, dailyCredits - used) / pace) * HOUR_MS
  const at = new Date(Date.now() + outMs).toISOString().slice(11, 16)
  return `${base}, the credits are used up at about ${at} UTC.`
}

/** The day's remaining credits, their renewal, and a forecast. */
export const Balance = (props: BalanceProps) => {
  const { used, dailyCredits, isSuspended } = props
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
        {forecast(props)}
      </p>
    </Card>
  )
}
