import { expect, it } from 'vitest'
import { isPlace, readPlace, writePlace } from './coordinates'

it('reads a place as maps copy it', () => {
  expect(readPlace('-23.4356, -46.4731')).toEqual({ latitude: -23.4356, longitude: -46.4731 })
  expect(readPlace(' 52.5;13.4 ')).toEqual({ latitude: 52.5, longitude: 13.4 })
  expect(writePlace(52.5, 13.4)).toBe('52.5, 13.4')
})

it('takes an empty field, and no other text', () => {
  expect([isPlace(null), isPlace(' '), isPlace('52.5, 13.4')]).toEqual([true, true, true])
  expect([isPlace('here'), isPlace('52.5'), isPlace('152.5, 13.4')]).toEqual([false, false, false])
})
