import { atSchema, type Mutation } from './mutation.js'

/** Mistakes in the components' schemas, and in the extensions of schemas. */
export const schemaMutations: readonly Mutation[] = [
  [
    'a schema that contains itself',
    (d) => (d.components.schemas.Log.properties.data = { $ref: '#/components/schemas/Logs' }),
    '/components/schemas/Log',
    /refers to itself: Log → Logs → Log/,
  ],
  [
    'an extension of a schema that is not of the declared shape',
    (d) => (d.components.schemas.LogFilter['x-rewrite'] = ['grammar']),
    '/components/schemas/LogFilter/x-rewrite',
    /allowed values/,
  ],
  [
    'a keyword for conformance only that the schema has not',
    (d) => (d.components.schemas.Log['x-conformance'] = ['pattern']),
    '/components/schemas/Log/x-conformance',
    /does not stand beside it/,
  ],
  [
    'a misspelt keyword',
    (d) => (d.components.schemas.Hash32.patern = 'x'),
    '/components/schemas/Hash32/patern',
    /not a keyword/,
  ],
  [
    'a misspelt keyword deep inside',
    (d) => (d.components.schemas.LogFilter.properties.topics.anyOf[0].maxItem = 4),
    '/components/schemas/LogFilter/properties/topics/anyOf/0/maxItem',
    /not a keyword/,
  ],
  [
    'null by a keyword of OpenAPI',
    (d) => (d.components.schemas.Hash32.nullable = true),
    atSchema('Hash32/nullable'),
    /not a keyword of JSON Schema: use anyOf/,
  ],
  [
    'a keyword that a later JSON Schema has',
    (d) => (d.components.schemas.Hash32.contentSchema = {}),
    atSchema('Hash32/contentSchema'),
    /not a keyword/,
  ],
  [
    'a keyword that needs Ajv at run time',
    (d) => (d.components.schemas.StorageValue.maxLength = 66),
    '/components/schemas/StorageValue/maxLength',
    /use a pattern/,
  ],
  [
    'an object as the only value',
    (d) => (d.components.schemas.Hash32.const = { a: 1 }),
    atSchema('Hash32/const'),
    /would need Ajv/,
  ],
  [
    'an array among the values of a list',
    (d) => d.components.schemas.Commitment.enum.push(['finalized']),
    atSchema('Commitment/enum/3'),
    /would need Ajv/,
  ],
  [
    'a pattern that is none',
    (d) => (d.components.schemas.Hash32.pattern = '('),
    '/components/schemas/Hash32',
    /regular expression/i,
  ],
  ['an unknown type', (d) => (d.components.schemas.Hash32.type = 'hash'), '/components/schemas/Hash32', /type/],
  [
    'a title that is not the name',
    (d) => (d.components.schemas.Hash32.title = 'Hash'),
    '/components/schemas/Hash32',
    /title must be/,
  ],
  [
    'a schema without description',
    (d) => delete d.components.schemas.Hash32.description,
    '/components/schemas/Hash32',
    /no description/,
  ],
  [
    'a member without description',
    (d) => delete d.components.schemas.Log.properties.data.description,
    '/components/schemas/Log/properties/data',
    /no description/,
  ],
  [
    'a default that is no value of its schema',
    (d) => (d.components.schemas.BlockParameter.default = 'latst'),
    atSchema('BlockParameter/default'),
    /latst/,
  ],
  [
    'an example of a schema that is none',
    (d) => (d.components.schemas.Hash32.examples = ['0x1']),
    atSchema('Hash32/examples/0'),
    /must match pattern/,
  ],
  [
    'a condition refused with an error that is none',
    (d) => (d.components.schemas.LogFilter.dependencies.blockHash['x-refused-with'] = 'wrong-range'),
    atSchema('LogFilter/dependencies/blockHash/x-refused-with'),
    /wrong-range is not an error of the contract/,
  ],
  [
    'a repetition in a repetition',
    (d) => (d.components.schemas.Quantity.pattern = '^0x(?:[0-9a-f]+)*$'),
    atSchema('Quantity/pattern'),
    /backtracks/,
  ],
  [
    'alternatives that match the same',
    (d) => (d.components.schemas.Quantity.pattern = '^(?:0x|0x[0-9a-f]|[0-9a-fx])*$'),
    atSchema('Quantity/pattern'),
    /backtracks/,
  ],
  [
    'two repetitions in a row of the same characters',
    (d) => (d.components.schemas.Quantity.pattern = '^0x[0-9]*[0-9a-f]*$'),
    atSchema('Quantity/pattern'),
    /backtracks/,
  ],
  [
    'a pattern without its end',
    (d) => (d.components.schemas.EvmAddress.pattern = '^0x[0-9a-fA-F]{40}'),
    atSchema('EvmAddress/pattern'),
    /end with \$/,
  ],
  [
    'alternatives of which one has no end',
    (d) => (d.components.schemas.Quantity.pattern = '^0x[0-9a-f]+|latest$'),
    atSchema('Quantity/pattern'),
    /end with \$/,
  ],
  [
    'a pattern that ends with a dollar sign of the text',
    (d) => (d.components.schemas.Quantity.pattern = '^0x[0-9a-f]+\\$'),
    atSchema('Quantity/pattern'),
    /end with \$/,
  ],
  [
    'a required member that is not described',
    (d) => d.components.schemas.TokenAmount.required.push('decimal'),
    atSchema('TokenAmount/required/4'),
    /decimal is required/,
  ],
  [
    'bounds that nothing can keep',
    (d) => (d.components.schemas.EncodedAccountData.minItems = 3),
    atSchema('EncodedAccountData/minItems'),
    /nothing fits/,
  ],
  [
    'zeros dropped from an address',
    (d) => (d.components.schemas.EvmAddress['x-rewrite'] = ['leading-zeros']),
    atSchema('EvmAddress/x-rewrite'),
    /leading-zeros is for numbers/,
  ],
  [
    'null for false where no boolean is',
    (d) => (d.components.schemas.Hash32['x-rewrite'] = ['null-is-false']),
    '/components/schemas/Hash32/x-rewrite',
    /null-is-false is for a boolean/,
  ],
  [
    'free spelling of members that are none',
    (d) => (d.components.schemas.Hash32['x-rewrite'] = ['spelling']),
    atSchema('Hash32/x-rewrite'),
    /properties does not stand beside it/,
  ],
  [
    'an error of its own for what no stage judges: nothing would judge it',
    (d) => (d.components.schemas.Quantity['x-refused-with'] = 'block-hash-and-range'),
    atSchema('Quantity/x-refused-with'),
    /only the condition at dependencies\/blockHash/,
  ],
  [
    'a range of blocks refused as a missing key',
    (d) => (d.components.schemas.LogFilter.dependencies.blockHash['x-refused-with'] = 'unauthorized'),
    atSchema('LogFilter/dependencies/blockHash/x-refused-with'),
    /unauthorized is no error of methods with a range of blocks/,
  ],
  [
    'an alternative that is none, for an encoding',
    (d) => (d.components.schemas.TokenAccount.properties.data['x-by-encoding'].base58 = [9]),
    atSchema('TokenAccount/properties/data/x-by-encoding/base58'),
    /none at 9/,
  ],
  [
    'an encoding that no call can ask for',
    (d) => (d.components.schemas.TokenAccount.properties.data['x-by-encoding'].base59 = [0]),
    atSchema('TokenAccount/properties/data/x-by-encoding/base59'),
    /no call can ask for base59/,
  ],
  [
    'an integer of 64 bits that is a text',
    (d) => (d.components.schemas.Quantity['x-integer'] = 'u64'),
    atSchema('Quantity/x-integer'),
    /type is not integer/,
  ],
  [
    'an integer of 64 bits in a parameter',
    (d) => {
      const limit = { description: 'How many.', type: 'integer', 'x-integer': 'u64' }
      d.components.schemas.LogFilter.properties.limit = limit
    },
    atSchema('LogFilter/properties/limit/x-integer'),
    /is for results/,
  ],
  [
    'a keyword for conformance only that cannot be left out',
    (d) => (d.components.schemas.Log['x-conformance'] = ['maxLength']),
    atSchema('Log/x-conformance'),
    /allowed values: required/,
  ],
]
