import { connections } from './connections.js'
import { holders } from './holders.js'
import type { Kind } from './kind.js'
import { largeBodies } from './large-bodies.js'
import { packedAndTokens } from './packed-and-tokens.js'
import { smallCalls } from './small-calls.js'
import { subscriptionStorms } from './subscription-storms.js'

/** All kinds of hostility, in the order in which they are tried. */
export const kinds: readonly Kind[] = [
  ...smallCalls,
  ...largeBodies,
  ...packedAndTokens,
  ...connections,
  ...subscriptionStorms,
  ...holders,
]
