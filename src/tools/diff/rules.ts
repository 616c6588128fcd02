/** The subjects of rules, in the order of reports. */
export const categories = ['WIRE', 'TYPES', 'PRICE', 'LIMIT', 'ERRORS', 'CACHE', 'DOCS'] as const

/** One kind of change between two contracts. */
interface DiffRule {
  readonly category: (typeof categories)[number]
  readonly isBreaking: boolean
  /** The change in words; a row of the docs. */
  readonly meaning: string
}

const breaking = (category: DiffRule['category'], meaning: string): DiffRule => ({
  category,
  isBreaking: true,
  meaning,
})
const harmless = (category: DiffRule['category'], meaning: string): DiffRule => ({
  category,
  isBreaking: false,
  meaning,
})

/** Every rule of `tollgate contract diff`, by its id; the source of the docs' table. */
export const diffRules = {
  METHOD_REMOVED: breaking('WIRE', 'a method is gone'),
  METHOD_ADDED: harmless('WIRE', 'a new method'),
  METHOD_FAMILY_CHANGED: breaking('WIRE', 'a method is served by networks of another family'),
  RECORDED_CALL_REFUSED: breaking('WIRE', 'a recorded call that passed is refused'),
  RECORDED_EVENT_REFUSED: breaking('WIRE', 'a recorded event that fits the old contract does not fit the new one'),
  TYPE_REMOVED: breaking('TYPES', 'a component schema, which the client exports as a type, is gone'),
  TYPE_ADDED: harmless('TYPES', 'a new component schema'),
  PRICE_RAISED: breaking('PRICE', 'a call costs more'),
  PRICE_LOWERED: harmless('PRICE', 'a call costs less'),
  RECORDED_CALLS_DEARER: breaking('PRICE', 'the recorded calls of a method cost more together'),
  PLAN_CANNOT_PAY: breaking('PRICE', 'a plan of the configuration has fewer credits than one call costs'),
  TIMEOUT_SHORTENED: breaking('LIMIT', 'a call has less time'),
  TIMEOUT_LENGTHENED: harmless('LIMIT', 'a call has more time'),
  MAX_PARAMETERS_LOWERED: breaking(
    'LIMIT',
    'fewer parameters may be counted in a call, or other parts of it are counted',
  ),
  MAX_PARAMETERS_RAISED: harmless('LIMIT', 'more parameters may be counted in a call'),
  MAX_RESULTS_LOWERED: breaking('LIMIT', 'a call may have fewer results'),
  MAX_RESULTS_RAISED: harmless('LIMIT', 'a call may have more results'),
  FAILOVER_ENDED: breaking('LIMIT', 'the partner no longer answers for failed nodes'),
  FAILOVER_STARTED: harmless('LIMIT', 'the partner may answer for failed nodes'),
  POSITION_CHANGED: breaking(
    'LIMIT',
    'other params say which state is read, and are held against what a network serves',
  ),
  ADDRESSES_CHANGED: breaking('LIMIT', 'other params are held against the contract addresses of a key'),
  // Events: their kinds, and what each promises.
  KIND_REMOVED: breaking('WIRE', 'a kind of events is gone: subscribing to it is refused'),
  KIND_ADDED: harmless('WIRE', 'a new kind of events'),
  NOTIFICATION_RENAMED: breaking('WIRE', 'events come under another name'),
  UNSUBSCRIBE_CHANGED: breaking('WIRE', 'another method ends the subscriptions'),
  RESUME_ENDED: breaking('WIRE', 'a kind no longer goes on from a resume point: it is refused'),
  RESUME_STARTED: harmless('WIRE', 'a kind goes on from a resume point'),
  EVENT_SOURCE_CHANGED: breaking('WIRE', 'events have another source, which decides what is promised of them'),
  EVENT_STATE_CHANGED: breaking('WIRE', 'other events of a node may be left out: latest, once, every'),
  EVENT_PRICE_RAISED: breaking('PRICE', 'an event costs more, or another parameter sets its price'),
  EVENT_PRICE_LOWERED: harmless('PRICE', 'an event costs less'),
  // Values sent by callers: narrower is breaking.
  PARAM_REMOVED: breaking('WIRE', 'a parameter is gone: a call that gives it is refused'),
  PARAM_ADDED_REQUIRED: breaking('WIRE', 'a new parameter that every call must give'),
  PARAM_ADDED_OPTIONAL: harmless('WIRE', 'a new parameter that may be left out'),
  PARAM_REQUIRED: breaking('WIRE', 'a parameter that could be left out must be given'),
  PARAM_OPTIONAL: harmless('WIRE', 'a parameter may be left out now'),
  PARAM_COMPLETION_CHANGED: breaking('WIRE', 'a parameter that is left out stands for another value'),
  PARAM_RENAMED: harmless('DOCS', 'a parameter has another name; params are given by position'),
  PARAM_TYPE_NARROWED: breaking('WIRE', 'values of a type are refused now'),
  PARAM_TYPE_WIDENED: harmless('WIRE', 'values of another type pass too'),
  PARAM_ENUM_NARROWED: breaking('WIRE', 'a listed value is refused now'),
  PARAM_ENUM_WIDENED: harmless('WIRE', 'more listed values pass'),
  PARAM_PATTERN_NARROWED: breaking('WIRE', 'some texts are refused now'),
  PARAM_PATTERN_WIDENED: harmless('WIRE', 'more texts pass'),
  PARAM_RANGE_NARROWED: breaking('WIRE', 'a bound of a number, an array or an object is tighter'),
  PARAM_RANGE_WIDENED: harmless('WIRE', 'a bound of a number, an array or an object is wider'),
  PARAM_MEMBER_REQUIRED: breaking('WIRE', 'a member of an object must be given now'),
  PARAM_MEMBER_OPTIONAL: harmless('WIRE', 'a member of an object may be left out now'),
  PARAM_MEMBER_REFUSED: breaking('WIRE', 'members that passed are refused now'),
  PARAM_MEMBER_ALLOWED: harmless('WIRE', 'members that were refused pass now'),
  PARAM_MEMBER_ADDED: harmless('WIRE', 'an object that took unknown members knows one more, which may be left out'),
  PARAM_MEMBER_REMOVED: breaking('WIRE', 'a member that had a meaning passes, and means nothing now'),
  PARAM_CONDITION_NARROWED: breaking('WIRE', 'a condition (not, if, dependencies, …) is new or another'),
  PARAM_CONDITION_WIDENED: harmless('WIRE', 'a condition (not, if, dependencies, …) is gone'),
  // Values received by callers: wider is breaking.
  RESULT_TYPE_WIDENED: breaking('TYPES', 'a result can have a type that it could not have'),
  RESULT_TYPE_NARROWED: harmless('TYPES', 'a result no longer has one of its types'),
  RESULT_ENUM_WIDENED: breaking('TYPES', 'a result can have a value that was not listed'),
  RESULT_ENUM_NARROWED: harmless('TYPES', 'a listed value is no longer returned'),
  RESULT_PATTERN_WIDENED: breaking('TYPES', 'texts can be returned that could not be'),
  RESULT_PATTERN_NARROWED: harmless('TYPES', 'some texts are no longer returned'),
  RESULT_RANGE_WIDENED: breaking('TYPES', 'a bound of a returned number, array or object is wider'),
  RESULT_RANGE_NARROWED: harmless('TYPES', 'a bound of a returned number, array or object is tighter'),
  RESULT_MEMBER_OPTIONAL: breaking('TYPES', 'a member that was always returned can be missing'),
  RESULT_MEMBER_REQUIRED: harmless('TYPES', 'a member is always returned now'),
  RESULT_MEMBER_REMOVED: breaking('TYPES', 'a member is no longer part of a result'),
  RESULT_MEMBER_ADDED: harmless('TYPES', 'a result has one more member'),
  RESULT_OPENED: harmless('TYPES', 'a result may have members that the contract does not name'),
  RESULT_CLOSED: harmless('TYPES', 'a result has no members but those that the contract names'),
  RESULT_CONDITION_WIDENED: breaking('TYPES', 'a condition that results fulfilled is gone or another'),
  RESULT_CONDITION_NARROWED: harmless('TYPES', 'results fulfil one more condition'),
  ERROR_REMOVED: breaking('ERRORS', 'an error that programs may name is gone'),
  ERROR_ADDED: harmless('ERRORS', 'a new error; programs decide by code, status and retry'),
  METHOD_ERROR_ADDED: harmless(
    'ERRORS',
    'a method can fail in one more way; programs decide by code, status and retry',
  ),
  METHOD_ERROR_REMOVED: harmless('ERRORS', 'a method no longer fails in one way'),
  TIMEOUT_ERROR_CHANGED: breaking('ERRORS', 'a call that takes too long ends with another error'),
  ERROR_CODE_CHANGED: breaking('ERRORS', 'an error has another code'),
  ERROR_STATUS_CHANGED: breaking('ERRORS', 'an error has another HTTP status'),
  ERROR_RETRY_CHANGED: breaking('ERRORS', 'whether a failed call is worth repeating changed'),
  ERROR_CHARGED: breaking('PRICE', 'an error that was free is charged'),
  ERROR_NOT_CHARGED: harmless('PRICE', 'an error that was charged is free'),
  ERROR_MESSAGE_CHANGED: harmless('ERRORS', 'an error has another message; programs do not read it'),
  ERROR_DATA_WIDENED: breaking('ERRORS', "an error's data can be what they could not be, or lack a member"),
  ERROR_DATA_NARROWED: harmless('ERRORS', "an error's data say more, or less can be in them"),
  CACHE_LENGTHENED: breaking('CACHE', 'an answer is kept longer than it was: never, block, constant'),
  CACHE_SHORTENED: harmless('CACHE', 'an answer is kept for a shorter time, or not at all'),
  EFFECT_CHANGED: breaking(
    'CACHE',
    'what a call does (read, write, stateful, subscription) decides about retries, hedges and caching',
  ),
  EXAMPLES_CHANGED: harmless('DOCS', 'examples of a method are others'),
  OTHER_CHANGED: harmless('DOCS', 'texts, or the same values written in another way'),
} as const

export type DiffRuleId = keyof typeof diffRules
