import { describeChaos } from '../support/chaos.js'

/** In short what `chaos.long.test.ts` does for a minute; how soon a node is used again is measured there. */
describeChaos({ faults: ['killed', 'garbage'], faultMs: 3_000, pauseMs: 2_000, recoveryMs: 15_000 })
