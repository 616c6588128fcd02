import { type Mutation, storage } from './mutation.js'

/** Mistakes in errors, their rows and samples. */
export const errorMutations: readonly Mutation[] = [
  [
    'a dangling error',
    (d) => (d.methods[storage].errors = [{ $ref: '#/components/errors/nobody' }]),
    `/methods/${storage}/errors/0/$ref`,
    /leads nowhere/,
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
    (d) =>
      (d.methods[storage].errors = ['parse-error', 'parse-error'].map((name) => ({
        $ref: `#/components/errors/${name}`,
      }))),
    `/methods/${storage}/errors/1`,
    /stands twice/,
  ],
  [
    'an error that every method has, copied into one',
    (d) => (d.methods[0].errors = [{ $ref: '#/components/errors/unauthorized' }]),
    '/methods/0/errors/0',
    /follows from what the method is/,
  ],
  [
    "the error of a method's time limit, copied",
    (d) => (d.methods[0].errors = [{ $ref: '#/components/errors/upstream-timeout' }]),
    '/methods/0/errors/0',
    /follows from what the method is/,
  ],
  ['errors that are no list', (d) => (d.methods[0].errors = {}), '/methods/0/errors', /no list/],
  [
    'an error of no family there is',
    (d) => (d['x-errors']['throttled-evm'].methods.family = 'bitcoin'),
    '/x-errors/throttled-evm/methods/family',
    /evm, solana/,
  ],
  [
    'an error that says nothing of retries',
    (d) => delete d['x-errors'].overloaded.retry,
    '/x-errors/overloaded',
    /retry/,
  ],
  [
    'a retry after a time that the data do not name',
    (d) => (d['x-errors'].overloaded.retry = 'after'),
    '/x-errors/overloaded/retry',
    /retryAfterMs/,
  ],
  [
    'a sample that is not what the schema says',
    (d) => (d.components.errors['outside-window'].data.oldestBlock = 7),
    '/components/errors/outside-window/data/oldestBlock',
    /string/,
  ],
  [
    'a sample with a reason that is none',
    (d) => (d.components.errors['not-found'].data.reason = 'lost'),
    '/components/errors/not-found/data/reason',
    /unknown_network, unknown_path/,
  ],
  [
    'a sample with a member that the schema does not name',
    (d) => (d.components.errors['parse-error'].data = { at: 3 }),
    '/components/errors/parse-error/data',
    /additional properties: at/,
  ],
  [
    'data without a description',
    (d) => delete d['x-errors']['body-too-large'].data.properties.maxBytes.description,
    '/x-errors/body-too-large/data/properties/maxBytes',
    /no description/,
  ],
  [
    'data with a name of their own',
    (d) => (d['x-errors']['body-too-large'].data.properties.name = { description: 'x', type: 'string' }),
    '/x-errors/body-too-large/data/properties/name',
    /added to the data/,
  ],
  [
    'data whose schema is none',
    (d) => (d['x-errors']['body-too-large'].data.properties.maxBytes.type = 'number?'),
    '/x-errors/body-too-large/data/properties/maxBytes/type',
    /one of the allowed values/,
  ],
  [
    'a message with a word that nothing fills',
    (d) => (d.components.errors['outside-window'].message = 'only {blocks} blocks'),
    '/components/errors/outside-window/message',
    /\{blocks\} is neither in the data/,
  ],
  [
    'two errors alike in code and message',
    (d) => Object.assign(d.components.errors['upgrade-required'], { message: 'Expectation Failed' }),
    '/components/errors/upgrade-required',
    /code and message of expectation-failed/,
  ],
  [
    'a message that makes clients retry',
    (d) => (d.components.errors['daily-credits-exhausted'].message = 'daily Rate Limit reached'),
    '/components/errors/daily-credits-exhausted/message',
    /"rate limit" makes clients retry/,
  ],
  [
    'HTTP 200 for a caller without a key',
    (d) => (d['x-errors'].unauthorized.httpStatus = 200),
    '/x-errors/unauthorized/httpStatus',
    /401 or 403/,
  ],
  [
    'HTTP 500 for wrong params',
    (d) => (d['x-errors']['invalid-params'].httpStatus = 500),
    '/x-errors/invalid-params/httpStatus',
    /wrong params/,
  ],
  [
    'HTTP 200 for a fault of the gateway',
    (d) => (d['x-errors']['internal-error'].httpStatus = 200),
    '/x-errors/internal-error/httpStatus',
    /500 or 502/,
  ],
  [
    'an HTTP status that is none',
    (d) => (d['x-errors'].unauthorized.httpStatus = 999),
    '/x-errors/unauthorized/httpStatus',
    /<= 599|401 or 403/,
  ],
  [
    'a code of the gateway changed to one in use',
    (d) => (d.components.errors['daily-credits-exhausted'].code = -32005),
    '/x-errors/daily-credits-exhausted/httpStatus',
    /does not go with code -32005/,
  ],
  [
    'a code of the gateway given to two errors',
    (d) => (d.components.errors['key-daily-credits-exhausted'].code = -33000),
    '/components/errors/key-daily-credits-exhausted/code',
    /code of daily-credits-exhausted already/,
  ],
  [
    'a code that nodes use for errors of their own',
    (d) => (d.components.errors['no-upstream'].code = 42),
    '/components/errors/no-upstream/code',
    /no code of JSON-RPC/,
  ],
  [
    'a charge for a call that is not forwarded',
    (d) => (d['x-errors'].unauthorized.isCharged = true),
    '/x-errors/unauthorized/isCharged',
    /cannot be charged/,
  ],
]
