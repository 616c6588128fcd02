import type { Placed } from './branches.js'
import type { WitnessFinder } from './calls.js'
import type { DiffFinding } from './finding.js'
import { type Comparison, type Loss, type LossKind, placeText } from './losses.js'
import type { DiffRuleId } from './rules.js'

type Sides = { readonly narrowed: DiffRuleId; readonly widened: DiffRuleId }

/** The rules by loss: `narrowed` if the new schema lacks it, `widened` if the old one did. */
const PARAM_RULES: Readonly<Record<LossKind, Sides>> = {
  type: { narrowed: 'PARAM_TYPE_NARROWED', widened: 'PARAM_TYPE_WIDENED' },
  enum: { narrowed: 'PARAM_ENUM_NARROWED', widened: 'PARAM_ENUM_WIDENED' },
  pattern: { narrowed: 'PARAM_PATTERN_NARROWED', widened: 'PARAM_PATTERN_WIDENED' },
  range: { narrowed: 'PARAM_RANGE_NARROWED', widened: 'PARAM_RANGE_WIDENED' },
  required: { narrowed: 'PARAM_MEMBER_REQUIRED', widened: 'PARAM_MEMBER_OPTIONAL' },
  closed: { narrowed: 'PARAM_MEMBER_REFUSED', widened: 'PARAM_MEMBER_ALLOWED' },
  member: { narrowed: 'PARAM_MEMBER_ADDED', widened: 'PARAM_MEMBER_REMOVED' },
  condition: { narrowed: 'PARAM_CONDITION_NARROWED', widened: 'PARAM_CONDITION_WIDENED' },
}
const RESULT_RULES: Readonly<Record<LossKind, Sides>> = {
  type: { narrowed: 'RESULT_TYPE_NARROWED', widened: 'RESULT_TYPE_WIDENED' },
  enum: { narrowed: 'RESULT_ENUM_NARROWED', widened: 'RESULT_ENUM_WIDENED' },
  pattern: { narrowed: 'RESULT_PATTERN_NARROWED', widened: 'RESULT_PATTERN_WIDENED' },
  range: { narrowed: 'RESULT_RANGE_NARROWED', widened: 'RESULT_RANGE_WIDENED' },
  required: { narrowed: 'RESULT_MEMBER_REQUIRED', widened: 'RESULT_MEMBER_OPTIONAL' },
  closed: { narrowed: 'RESULT_CLOSED', widened: 'RESULT_OPENED' },
  member: { narrowed: 'RESULT_MEMBER_ADDED', widened: 'RESULT_MEMBER_REMOVED' },
  condition: { narrowed: 'RESULT_CONDITION_NARROWED', widened: 'RESULT_CONDITION_WIDENED' },
}

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

const findingOf = (rule: DiffRuleId, loss: Loss, direction: keyof Sides, { methods, start }: Use): DiffFinding => {
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
    const finding = findingOf(PARAM_RULES[loss.kind].narrowed, loss, 'narrowed', use)
    const witness =
      loss.kind === 'member'
        ? undefined
        : finder.find(method, { ...loss, steps: [String(index), ...loss.steps] }, start)
    return witness === undefined ? finding : { ...finding, witness }
  })
  const widened = ways.widened.lost([now], [old])
  return [...narrowed, ...widened.map((loss) => findingOf(PARAM_RULES[loss.kind].widened, loss, 'widened', use))]
}

const resultRule = ({ kind, isNamed }: Loss, direction: keyof Sides): DiffRuleId => {
  // A member that the old result names and the new one never has is gone, even though that allows
  // fewer values.
  if (kind === 'closed' && isNamed) return direction === 'narrowed' ? 'RESULT_MEMBER_REMOVED' : 'RESULT_MEMBER_ADDED'
  return RESULT_RULES[kind][direction]
}

/** Changes in the values received by callers. */
export const resultFindings = (
  ways: BothWays,
  [old, now]: readonly [Placed, Placed],
  use: Use,
): readonly DiffFinding[] =>
  (['narrowed', 'widened'] as const).flatMap((direction) => {
    const losses = direction === 'narrowed' ? ways.narrowed.lost([old], [now]) : ways.widened.lost([now], [old])
    return losses.map((loss) => findingOf(resultRule(loss, direction), loss, direction, use))
  })
