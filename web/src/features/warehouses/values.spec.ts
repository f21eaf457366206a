import { expect, it } from 'vitest'
import { emptyWarehouse, inputOf, listSentRows, NEW_PLACE, NO_PICKUP } from './values'

it('knows the numbers of the rows that are sent', () => {
  const empty = emptyWarehouse(32, 'UTC')
  const places = [NEW_PLACE, { ...NEW_PLACE, place: 'A-01' }, NEW_PLACE, { ...NEW_PLACE, place: 'A-02' }]
  const areas = [
    { from: '', to: '' },
    { from: '10000', to: '' },
  ]
  const pickup = { ...NO_PICKUP, closed_dates: ['2026-12-25', '', '2027-01-01'], areas }
  const values = { ...empty, pickup, intake: { ...empty.intake, places } }
  expect(listSentRows(values)).toEqual({
    'intake.places': [1, 3],
    'pickup.closed_dates': [0, 2],
    'pickup.areas': [1],
  })
  const input = inputOf(values)
  expect(input.intake?.places?.map(({ place }) => place)).toEqual(['A-01', 'A-02'])
  expect(input.pickup?.areas).toEqual([{ from: '10000', to: '' }])
})
