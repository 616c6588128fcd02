import { atMethod, head, logs, type Mutation, storage } from './mutation.js'

/** Mistakes in prices and limits of methods. */
export const limitMutations: readonly Mutation[] = [
  ['no price', (d) => delete d.methods[0]['x-credits'], '/methods/0', /eth_chainId has no x-credits/],
  ['a price that is no integer', (d) => (d.methods[0]['x-credits'] = 1.5), '/methods/0/x-credits', /integer/],
  ['a price as text', (d) => (d.methods[0]['x-credits'] = '5'), '/methods/0/x-credits', /integer/],
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
    'a timeout error that is about something else',
    (d) => (d.methods[0]['x-limits'].timeoutError = 'overloaded'),
    '/methods/0/x-limits/timeoutError',
    /not an error of time limits/,
  ],
  [
    'a limit without its pointers',
    (d) => delete d.methods[logs]['x-limits'].countedParameters,
    `/methods/${logs}/x-limits`,
    /go together/,
  ],
  [
    'a counted parameter that is none',
    (d) => (d.methods[logs]['x-limits'].countedParameters[1] = '/0/topic'),
    `/methods/${logs}/x-limits/countedParameters/1`,
    /points at no parameter/,
  ],
  [
    'a price by the result and by a parameter',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, perResultKiB: 1, each: 1, of: '/0/address' }),
    atMethod(logs, '/x-credits-by'),
    /one of the two/,
  ],
  [
    'a price by nothing',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1 }),
    atMethod(logs, '/x-credits-by'),
    /one of the two/,
  ],
  [
    'a price that is more than the most',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 255, perResultKiB: 1 }),
    atMethod(logs, '/x-credits-by'),
    /the most that a call costs, 255, but by this rule the smallest one costs 256/,
  ],
  [
    'a price for the items of what is no array',
    (d) => (d.methods[storage]['x-credits-by'] = { base: 1, each: 1, of: '/0' }),
    atMethod(storage, '/x-credits-by'),
    /\/0 takes no array/,
  ],
  [
    'a price for the items of nothing',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, each: 1, of: '/0/adress' }),
    atMethod(logs, '/x-credits-by'),
    /points at no parameter/,
  ],
  [
    'counted parameters that are no array',
    (d) => (d.methods[logs]['x-limits'].countedParameters = ['/0/fromBlock']),
    atMethod(logs, '/x-limits/countedParameters/0'),
    /no array/,
  ],
  [
    'a limit of results on a result that is no array',
    (d) => (d.methods[head]['x-limits'].maxResults = 10000),
    atMethod(head, '/x-limits/maxResults'),
    /is no array/,
  ],
  [
    'a time limit in seconds',
    (d) => (d.methods[head]['x-limits'].timeoutMs = 10),
    atMethod(head, '/x-limits/timeoutMs'),
    />= 100/,
  ],
  [
    'a time limit that no client waits for',
    (d) => (d.methods[head]['x-limits'].timeoutMs = 600_000),
    atMethod(head, '/x-limits/timeoutMs'),
    /<= 120000/,
  ],
  [
    'a price by a size that is none',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, perResultMiB: 1 }),
    atMethod(logs, '/x-credits-by'),
    /additional properties: perResultMiB/,
  ],
  [
    'a price that pays the caller',
    (d) => (d.methods[logs]['x-credits-by'] = { base: -1, perResultKiB: 1 }),
    atMethod(logs, '/x-credits-by/base'),
    />= 0/,
  ],
  [
    'a price for each of nothing',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, each: 1 }),
    atMethod(logs, '/x-credits-by'),
    /one of the two/,
  ],
  [
    'a rule of prices for a free method',
    (d) => Object.assign(d.methods[logs], { 'x-credits': 0, 'x-credits-by': { base: 0, perResultKiB: 1 } }),
    atMethod(logs, '/x-credits-by'),
    /the most that a call costs, 0/,
  ],
]
