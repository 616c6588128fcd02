import { asWrite } from './effects.js'
import { type Harmless, head } from './mutation.js'

const renamed = (d: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(d).replaceAll(`/${from}"`, `/${to}"`).replaceAll(`"${from}"`, `"${to}"`))

/** Changes that were taken for mistakes, or could be. */
export const harmless: readonly Harmless[] = [
  [
    'a component renamed in all places: Pubkey',
    (d) => Object.assign(d, renamed(d, 'Pubkey', 'PublicKey')),
    'what is checked as base58 follows from the pattern of the component, not from its name',
  ],
  [
    'a description that ends a comment: */',
    (d) => (d.methods[0].description += ' A glob: src/**/*.ts, and */ too.'),
    'it is escaped where it becomes a comment; the client compiles',
  ],
  [
    'a price of 0',
    (d) => (d.methods[0]['x-credits'] = 0),
    'a method may be free; the throttle and the limits of connections remain',
  ],
  [
    'a write that the partner may be asked for',
    (d) => asWrite(d, { 'x-failover': true }),
    'the partner is asked only where the write was surely sent to no node',
  ],
  [
    'code for a method that has none yet',
    (d) => (d.methods[head]['x-handler'] = true),
    '`npm run types` names the file that has to be written: src/server/pipeline/methods/NAME.ts',
  ],
]
