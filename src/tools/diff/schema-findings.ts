import type { Placed } from './branches.js'
import type { WitnessFinder } from './calls.js'
import type { DiffFinding } from './finding.js'
import { type Comparison, type Loss, type LossKind, placeText } from './losses.js'
import type { DiffRuleId } from './rules.js'

type Direction = 'narrowed' | 'widened'

/** The rules by loss: `narrowed` if the new schema lacks it, `widened` if the old one did. */
const RULES = {
  type: { narrowed: 'TYPE_NARROWED', widened: 'TYPE_WIDENED' },
  enum: { narrowed: 'ENUM_NARROWED', widened: 'ENUM_WIDENED' },
  pattern: { narrowed: 'PATTERN_NARROWED', widened: 'PATTERN_WIDENED' },
  range: { narrowed: 'RANGE_NARROWED', widened: 'RANGE_WIDENED' },
  required: { narrowed: 'MEMBER_REQUIRED', widened: 'MEMBER_OPTIONAL' },
  member: { narrowed: 'MEMBER_ADDED', widened: 'MEMBER_REMOVED' },
  condition: { narrowed: 'CONDITION_NARROWED', widened: 'CONDITION_WIDENED' },
} as const
const CLOSED = {
  PARAM: { narrowed: 'PARAM_MEMBER_REFUSED', widened: 'PARAM_MEMBER_ALLOWED' },
  RESULT: { narrowed: 'RESULT_CLOSED', widened: 'RESULT_OPENED' },
} as const
const ruleOf = (of: keyof typeof CLOSED, kind: LossKind, direction: Direction): DiffRuleId =>
  kind === 'closed' ? CLOSED[of][direction] : `${of}_${RULES[kind][direction]}`

/** The comparisons of two contracts, one each way. */
export interface BothWays {
  readonly narrowed: Comparison
  readonly widened: Comparison
}

/** A use of a schema: a method and the place in its values. */
interface Use {
  readonly methods: readonly string[]
  readonly start: string
}

const UNDECIDED = 'the patterns cannot be compared; taken to be breaking'

const findingOf = (rule: DiffRuleId, loss: Loss, direction: Direction, { methods, start }: Use): DiffFinding => {
  const [old, now] = direction === 'narrowed' ? [loss.more, loss.less] : [loss.less, loss.more]
  return {
    rule,
    path: direction === 'narrowed' ? loss.to : loss.from,
    methods,
    place: placeText(start, loss.steps),
    old,
    new: now,
    ...(loss.isUndecided && { note: UNDECIDED }),
  }
}

/**
 * Changes in a parameter. Looks for a call that is now refused, which for a loss of texts proves
 * it.
 */
export const paramFindings = (
  ways: BothWays,
  [old, now]: readonly [Placed, Placed],
  { method, index, start }: { method: string; index: number; start: readonly unknown[] },
  finder: WitnessFinder,
): readonly DiffFinding[] => {
  const use = { methods: [method], start: `params[${index}]` }
  const narrowed = ways.narrowed.lost([old], [now]).map((loss) => {
    const finding = findingOf(ruleOf('PARAM', loss.kind, 'narrowed'), loss, 'narrowed', use)
    const witness =
      loss.kind === 'member'
        ? undefined
        : finder.find(method, { ...loss, steps: [String(index), ...loss.steps] }, start)
    return witness === undefined ? finding : { ...finding, witness }
  })
  const widened = ways.widened.lost([now], [old])
  return [...narrowed, ...widened.map((loss) => findingOf(ruleOf('PARAM', loss.kind, 'widened'), loss, 'widened', use))]
}

const resultRule = ({ kind, isNamed }: Loss, direction: Direction): DiffRuleId => {
  // A member that the old result names and the new one never has is gone, even though that allows
  // fewer values.
  if (kind === 'closed' && isNamed) return direction === 'narrowed' ? 'RESULT_MEMBER_REMOVED' : 'RESULT_MEMBER_ADDED'
  return ruleOf('RESULT', kind, direction)
}

export const resultFindings = (
  ways: BothWays,
  [old, now]: readonly [Placed, Placed],
  use: Use,
): readonly DiffFinding[] =>
  (['narrowed', 'widened'] as const).flatMap((direction) => {
    const losses = direction === 'narrowed' ? ways.narrowed.lost([old], [now]) : ways.widened.lost([now], [old])
    return losses.map((loss) => findingOf(resultRule(loss, direction), loss, direction, use))
  })
