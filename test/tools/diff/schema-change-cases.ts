import type { Schema } from '../../../src/contract/contract.js'
import type { DiffRuleId } from '../../../src/tools/diff/rules.js'

export const object = (properties: object, others: object = {}): Schema =>
  ({ type: 'object', properties, ...others }) as Schema
const text = { type: 'string' }
export const HEX = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }
export const LOWER = { type: 'string', pattern: '^0x[0-9a-f]{40}$' }

/**
 * A schema, another one, and what it is to go from the first to the second, as a parameter and as a
 * result.
 */
export const changes: [what: string, old: Schema, now: Schema, param: DiffRuleId[], result: DiffRuleId[]][] = [
  ['fewer texts', HEX, LOWER, ['PARAM_PATTERN_NARROWED'], ['RESULT_PATTERN_NARROWED']],
  ['more texts', LOWER, HEX, ['PARAM_PATTERN_WIDENED'], ['RESULT_PATTERN_WIDENED']],
  [
    'the same texts',
    HEX,
    { type: 'string', pattern: '^0[x](?:[0-9a-f]|[A-F]){40}$' },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  ['a listed text less', { enum: ['a', 'b'] }, { enum: ['a'] }, ['PARAM_ENUM_NARROWED'], ['RESULT_ENUM_NARROWED']],
  ['a listed text more', { enum: ['a'] }, { enum: ['a', 'b'] }, ['PARAM_ENUM_WIDENED'], ['RESULT_ENUM_WIDENED']],
  [
    'a listed text as an alternative',
    { enum: ['a', 'b'] },
    { anyOf: [{ const: 'b' }, { const: 'a' }] },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  [
    'a list of texts that a pattern has',
    { enum: ['a', 'b'] },
    { type: 'string', pattern: '^[ab]$' },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  [
    'a listed number that a condition excludes',
    { type: 'integer', enum: [1, 2, 3] },
    { type: 'integer', not: { const: 2 } },
    ['PARAM_ENUM_NARROWED', 'PARAM_ENUM_WIDENED'],
    ['RESULT_ENUM_NARROWED', 'RESULT_ENUM_WIDENED'],
  ],
  ['a type more', text, { type: ['string', 'integer'] }, ['PARAM_TYPE_WIDENED'], ['RESULT_TYPE_WIDENED']],
  ['a type less', { anyOf: [text, { type: 'integer' }] }, text, ['PARAM_TYPE_NARROWED'], ['RESULT_TYPE_NARROWED']],
  ['integers for numbers', { type: 'number' }, { type: 'integer' }, ['PARAM_TYPE_NARROWED'], ['RESULT_TYPE_NARROWED']],
  [
    'a higher minimum',
    { type: 'integer', minimum: 0 },
    { type: 'integer', minimum: 5 },
    ['PARAM_RANGE_NARROWED'],
    ['RESULT_RANGE_NARROWED'],
  ],
  [
    'a longer array',
    { type: 'array', maxItems: 2 },
    { type: 'array', maxItems: 4 },
    ['PARAM_RANGE_WIDENED'],
    ['RESULT_RANGE_WIDENED'],
  ],
  [
    'narrower items',
    { type: 'array', items: HEX },
    { type: 'array', items: LOWER },
    ['PARAM_PATTERN_NARROWED'],
    ['RESULT_PATTERN_NARROWED'],
  ],
  [
    'a required member',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    ['PARAM_MEMBER_REQUIRED'],
    ['RESULT_MEMBER_REQUIRED'],
  ],
  [
    'an optional member',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
    ['PARAM_MEMBER_OPTIONAL'],
    ['RESULT_MEMBER_OPTIONAL'],
  ],
  ['a new member', object({ a: text }), object({ a: text, b: text }), ['PARAM_MEMBER_ADDED'], ['RESULT_MEMBER_ADDED']],
  [
    'a member that is gone',
    object({ a: text, b: text }),
    object({ a: text }),
    ['PARAM_MEMBER_REMOVED'],
    ['RESULT_MEMBER_REMOVED'],
  ],
  [
    'a member that a map has with fewer values',
    object({}, { additionalProperties: HEX }),
    object({ a: LOWER }, { additionalProperties: HEX }),
    ['PARAM_PATTERN_NARROWED'],
    ['RESULT_PATTERN_NARROWED'],
  ],
  [
    'a member that a map has with other values',
    object({}, { additionalProperties: text }),
    object({ a: { type: 'integer' } }, { additionalProperties: text }),
    ['PARAM_TYPE_NARROWED', 'PARAM_TYPE_WIDENED'],
    ['RESULT_TYPE_NARROWED', 'RESULT_TYPE_WIDENED'],
  ],
  [
    'a member that a map must not have',
    object({}, { additionalProperties: text }),
    object({ a: false }, { additionalProperties: text }),
    ['PARAM_MEMBER_REFUSED'],
    ['RESULT_CLOSED'],
  ],
  [
    'no unknown members',
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    ['PARAM_MEMBER_REFUSED'],
    ['RESULT_CLOSED'],
  ],
  [
    'unknown members',
    object({ a: text }, { additionalProperties: false }),
    object({ a: text }),
    ['PARAM_MEMBER_ALLOWED'],
    ['RESULT_OPENED'],
  ],
  [
    'a member that must not be',
    object({ a: text, b: text }),
    object({ a: text, b: false }),
    ['PARAM_MEMBER_REFUSED'],
    ['RESULT_MEMBER_REMOVED'],
  ],
  [
    'a condition',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { dependencies: { a: ['b'] } }),
    ['PARAM_CONDITION_NARROWED'],
    ['RESULT_CONDITION_NARROWED'],
  ],
  [
    'no condition',
    { type: 'string', not: { const: 'a' } },
    text,
    ['PARAM_CONDITION_WIDENED'],
    ['RESULT_CONDITION_WIDENED'],
  ],
  [
    'one of two alternatives that overlap',
    { anyOf: [{ type: 'integer' }, text] },
    { oneOf: [{ type: 'integer' }, { type: ['integer', 'string'] }] },
    ['PARAM_CONDITION_NARROWED'],
    ['RESULT_CONDITION_NARROWED'],
  ],
  [
    'one of two alternatives that do not overlap',
    { anyOf: [{ type: 'integer' }, { enum: ['a'] }, { enum: ['b'] }] },
    { oneOf: [{ type: 'integer' }, { enum: ['a'] }, { enum: ['b'] }] },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  ['a component in place', { $ref: '#/components/schemas/EvmAddress' }, HEX, ['OTHER_CHANGED'], ['OTHER_CHANGED']],
  [
    'null as a type',
    { anyOf: [HEX, { type: 'null' }] },
    { ...HEX, type: ['string', 'null'] },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  [
    'allOf in one',
    { allOf: [object({ a: text }), object({ b: text })] },
    object({ a: text, b: text }),
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
]
