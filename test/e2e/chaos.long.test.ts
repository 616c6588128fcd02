import { describeChaos, FAULTS } from '../support/chaos.js'

describeChaos({ faults: FAULTS, faultMs: 5_000, pauseMs: 4_500, recoveryMs: 2_000 })
