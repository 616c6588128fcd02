import { enginePlaces } from '../../support/postgres-place.js'
import { pieceLaws } from './laws/piece-laws.js'

describe.each(enginePlaces)('what is read in pieces, on %s', (_, placeOf) => pieceLaws(placeOf()))
