import { expect, it } from 'vitest'
import { readScale } from './scale-frames'
import { withoutTare, writeTared } from './scale-tare'
import { findWeight, NEW_WATCH, type ScaleWatch, takeWeight, watchScale } from './scale-watch'

const TRAY = 250

const read = (line: string) => withoutTare(readScale('mt_sics', `${line}\r\n`), TRAY)

const show = (watch: ScaleWatch, line: string) => watchScale(watch, read(line), 0)

it('takes the tray off the weight', () => {
  expect(read('S S 1500 g')).toMatchObject({ state: 'stable', grams: 1250 })
  expect(writeTared('1500 g', TRAY)).toBe('1500 g − 250 g')
})

it('leaves the weight as it is where there is no tray', () => {
  const reading = readScale('mt_sics', 'S S 1500 g\r\n')
  expect(withoutTare(reading, 0)).toBe(reading)
  expect(writeTared('1500 g', 0)).toBe('1500 g')
})

it('gives no parcel the weight of an empty tray, or of no tray', () => {
  for (const line of ['S S 250 g', 'S S 254 g', 'S S 246 g']) {
    expect(findWeight(show(NEW_WATCH, line), 0)).toEqual({ refusal: 'zero' })
  }
  expect(findWeight(show(NEW_WATCH, 'S S 0 g'), 0)).toEqual({ refusal: 'negative' })
})

it('says what the scale says where it has no weight', () => {
  expect(read('S D 1500 g')).toMatchObject({ state: 'unstable', grams: null })
})

it('knows by the empty tray that the last parcel was taken off', () => {
  const taken = takeWeight(show(NEW_WATCH, 'S S 1200 g'), 950)
  expect(findWeight(show(taken, 'S S 1200 g'), 0)).toEqual({ refusal: 'not_cleared' })
  expect(findWeight(show(show(taken, 'S S 251 g'), 'S S 1200 g'), 0)).toEqual({ grams: 950 })
})
