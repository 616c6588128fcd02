import { enginePlaces } from '../../support/postgres-place.js'
import { activityLaws } from './laws/activity-laws.js'
import { pieceLaws } from './laws/piece-laws.js'

describe.each(enginePlaces)('on %s', (_, placeOf) => {
  const place = placeOf()
  describe('what is read in pieces', () => pieceLaws(place))
  describe('activity of accounts', () => activityLaws(place))
})
