import { enginePlaces } from '../../support/postgres-place.js'
import { usageHistoryLaws } from './laws/usage-history-laws.js'

describe.each(enginePlaces)('usage on %s', (_, placeOf) => usageHistoryLaws(placeOf()))
