import { enginePlaces } from '../../support/postgres-place.js'
import { activityLaws } from './laws/activity-laws.js'
import { pieceLaws } from './laws/piece-laws.js'

describe.each(enginePlaces)('what is read in pieces, on %s', (_, placeOf) => pieceLaws(placeOf()))

describe.each(enginePlaces)('activity of accounts, on %s', (_, placeOf) => activityLaws(placeOf()))
