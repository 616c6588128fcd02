import { readContract } from './contract-copy.js'

/** A document that any mistake can be made in. */
// biome-ignore lint/suspicious/noExplicitAny: a mistake is made anywhere in the document, against its type
export type Loose = any

/** Index of eth_getStorageAt in the contract. */
export const storage = readContract().methods.findIndex(({ name }) => name === 'eth_getStorageAt')
const logs = readContract().methods.findIndex(({ name }) => name === 'eth_getLogs')

/** A mistake to make in a copy of the contract, and what the lint must say about it. */
type ContractMistake = readonly [what: string, make: (document: Loose) => void, path: string, message: RegExp]

/** One for each thing that the lint looks at. */
export const contractMistakes: readonly ContractMistake[] = [
  ['an unknown member of a method', (d) => (d.methods[0].prams = []), '/methods/0', /additional properties: prams/],
  ['an unknown OpenRPC version', (d) => (d.openrpc = '7.0.0'), '/openrpc', /OpenRPC meta-schema/],
  ['no methods', (d) => delete d.methods, '', /methods/],
  ['no components', (d) => delete d.components, '', /components lack/],
  [
    'a dangling reference',
    (d) => (d.methods[0].result.schema.$ref = '#/components/schemas/Nobody'),
    '/methods/0/result/schema/$ref',
    /leads nowhere/,
  ],
  [
    'a reference to Object.prototype',
    (d) => (d.methods[0].result.schema.$ref = '#/components/schemas/toString'),
    '/methods/0/result/schema/$ref',
    /leads nowhere/,
  ],
  [
    'a remote reference',
    (d) => (d.methods[0].result.schema.$ref = 'https://example.org/schema.json'),
    '/methods/0/result/schema/$ref',
    /not a local reference/,
  ],
  [
    'a dangling error',
    (d) => (d.methods[0].errors[0].$ref = '#/components/errors/nobody'),
    '/methods/0/errors/0/$ref',
    /leads nowhere/,
  ],
  [
    'a schema that contains itself',
    (d) => (d.components.schemas.Log.properties.data = { $ref: '#/components/schemas/Logs' }),
    '/components/schemas/Log',
    /refers to itself: Log → Logs → Log/,
  ],
  ['a method twice', (d) => d.methods.push(structuredClone(d.methods[0])), '/methods/0/name', /stands twice/],
  ['a reserved name', (d) => (d.methods[0].name = 'rpc.discover'), '/methods/0/name', /reserved/],
  ['by-name params', (d) => (d.methods[0].paramStructure = 'by-name'), '/methods/0', /by-position/],
  ['no price', (d) => delete d.methods[0]['x-credits'], '/methods/0', /eth_chainId has no x-credits/],
  ['a price that is no integer', (d) => (d.methods[0]['x-credits'] = 1.5), '/methods/0/x-credits', /integer/],
  ['a price as text', (d) => (d.methods[0]['x-credits'] = '5'), '/methods/0/x-credits', /integer/],
  ['no family', (d) => delete d.methods[0]['x-family'], '/methods/0', /no x-family/],
  ['an unknown family', (d) => (d.methods[0]['x-family'] = 'bitcoin'), '/methods/0/x-family', /evm, solana/],
  ['no limits', (d) => delete d.methods[0]['x-limits'], '/methods/0', /no x-limits/],
  ['no time limit', (d) => delete d.methods[0]['x-limits'].timeoutMs, '/methods/0/x-limits', /timeoutMs/],
  [
    'a misspelt limit',
    (d) => (d.methods[0]['x-limits'].maxResult = 1),
    '/methods/0/x-limits',
    /additional properties: maxResult/,
  ],
  [
    'an unknown timeout error',
    (d) => (d.methods[0]['x-limits'].timeoutError = 'too-late'),
    '/methods/0/x-limits/timeoutError',
    /not an error/,
  ],
  [
    'a timeout error the method does not list',
    (d) => (d.methods[0]['x-limits'].timeoutError = 'query-timeout'),
    '/methods/0/errors',
    /does not list/,
  ],
  [
    'a limit without its pointers',
    (d) => delete d.methods[logs]['x-limits'].countedParameters,
    `/methods/${logs}/x-limits`,
    /go together/,
  ],
  [
    'a limit that is not in the message',
    (d) => (d.methods[logs]['x-limits'].maxResults = 5000),
    `/methods/${logs}/x-limits/maxResults`,
    /not the number/,
  ],
  [
    'a counted parameter that is none',
    (d) => (d.methods[logs]['x-limits'].countedParameters[1] = '/0/topic'),
    `/methods/${logs}/x-limits/countedParameters/1`,
    /points at no parameter/,
  ],
  [
    'a contract pointer that is none',
    (d) => (d.methods[storage]['x-contracts'] = ['/3']),
    `/methods/${storage}/x-contracts/0`,
    /points at no parameter/,
  ],
  ['no position', (d) => delete d.methods[0]['x-position'], '/methods/0', /no x-position/],
  [
    'a position behind the params',
    (d) => (d.methods[storage]['x-position'].param = 3),
    `/methods/${storage}/x-position/param`,
    /no parameter 3/,
  ],
  [
    'a position without a parameter',
    (d) => delete d.methods[storage]['x-position'].param,
    `/methods/${storage}/x-position`,
    /param/,
  ],
  ['no finality', (d) => delete d.methods[0]['x-finality'], '/methods/0', /no x-finality/],
  [
    'an unknown finality',
    (d) => (d.methods[0]['x-finality'] = 'soon'),
    '/methods/0/x-finality',
    /never, constant, block/,
  ],
  ['no failover', (d) => delete d.methods[0]['x-failover'], '/methods/0', /no x-failover/],
  [
    'an extension whose schema is none',
    (d) => (d['x-extensions'][1].schema.minimum = 'x'),
    '/x-extensions/1/schema/minimum',
    /must be number/,
  ],
  ['an undeclared extension of a method', (d) => (d.methods[0]['x-cost'] = 1), '/methods/0/x-cost', /not declared/],
  ['an undeclared extension of the document', (d) => (d['x-cost'] = 1), '/x-cost', /not declared/],
  [
    'a required parameter after an optional one',
    (d) => d.methods[storage].params.push({ ...d.methods[storage].params[0], name: 'late' }),
    `/methods/${storage}/params/3/required`,
    /after an optional/,
  ],
  [
    'a completion that is no value of its parameter',
    (d) => (d.methods[storage].params[2]['x-completed-with'] = 'latst'),
    `/methods/${storage}/params/2/x-completed-with`,
    /pattern|anyOf|match/,
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
    'a parameter twice',
    (d) => (d.methods[storage].params[1].name = 'address'),
    `/methods/${storage}/params/1/name`,
    /stands twice/,
  ],
  [
    'a parameter that is no identifier',
    (d) => (d.methods[storage].params[1].name = 'storage position'),
    `/methods/${storage}/params/1/name`,
    /cannot name/,
  ],
  [
    'a parameter without description',
    (d) => delete d.methods[storage].params[1].description,
    `/methods/${storage}/params/1`,
    /no description/,
  ],
  [
    'a schema in place of a reference',
    (d) => (d.methods[storage].params[1].schema = { type: 'string' }),
    `/methods/${storage}/params/1/schema`,
    /reference to a component/,
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
    'a keyword that needs Ajv at run time',
    (d) => (d.components.schemas.StorageValue.maxLength = 66),
    '/components/schemas/StorageValue/maxLength',
    /use a pattern/,
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
  ['no example', (d) => (d.methods[0].examples = []), '/methods/0', /no example/],
  [
    'an example with a wrong parameter',
    (d) => (d.methods[storage].examples[0].params[1].value = '0xzz'),
    `/methods/${storage}/examples/0/params/1/value`,
    /StoragePosition\/pattern/,
  ],
  [
    'an example with a wrong name',
    (d) => (d.methods[storage].examples[0].params[1].name = 'slot'),
    `/methods/${storage}/examples/0/params/1/name`,
    /must be position/,
  ],
  [
    'an example with too few params',
    (d) => d.methods[storage].examples[0].params.splice(1),
    `/methods/${storage}/examples/0/params`,
    /needs 2 parameters/,
  ],
  [
    'an example with a wrong result',
    (d) => (d.methods[logs].examples[0].result.value[0].address = '0x1'),
    `/methods/${logs}/examples/0/result/value/0/address`,
    /EvmAddress\/pattern/,
  ],
  [
    'an example without result',
    (d) => delete d.methods[0].examples[0].result,
    '/methods/0/examples/0',
    /a result with a value/,
  ],
  [
    'an error without row',
    (d) => delete d['x-errors']['too-many-results'],
    '/components/errors/too-many-results',
    /no row/,
  ],
  [
    'a row without error',
    (d) => (d['x-errors'].nobody = { description: 'x', httpStatus: 200 }),
    '/x-errors/nobody',
    /not in components/,
  ],
  [
    'a row without status',
    (d) => delete d['x-errors']['too-many-results'].httpStatus,
    '/x-errors/too-many-results',
    /httpStatus/,
  ],
  [
    'an error listed twice',
    (d) => d.methods[0].errors.push(d.methods[0].errors[0]),
    `/methods/0/errors/${readContract().methods[0]?.errors.length}`,
    /stands twice/,
  ],
  [
    'a message that makes clients retry',
    (d) => (d.components.errors['daily-credits-exhausted'].message = 'daily Rate Limit reached'),
    '/components/errors/daily-credits-exhausted/message',
    /"rate limit" makes clients retry/,
  ],
]
