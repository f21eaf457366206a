import { expect, it } from 'vitest'
import { readScale } from './scale-frames'
import { findWeight, NEW_WATCH, type ScaleWatch, takeWeight, watchScale } from './scale-watch'

/** The watch after lines of a scale, a tenth of a second apart. */
const show = (watch: ScaleWatch, ...lines: string[]) =>
  lines.reduce((seen, line, at) => watchScale(seen, readScale('mt_sics', `${line}\r\n`), 100 * at), watch)

it('takes a weight that is stable and fresh', () => {
  const watch = show(NEW_WATCH, 'S D 900 g', 'S S 950 g')
  expect(findWeight(watch, 200)).toEqual({ grams: 950 })
  expect(findWeight(watch, 2101)).toEqual({ refusal: 'too_old' })
})

it('gives the next parcel no weight until the scale was empty', () => {
  const taken = takeWeight(show(NEW_WATCH, 'S S 950 g'), 950)
  expect(findWeight(show(taken, 'S S 950 g'), 100)).toEqual({ refusal: 'not_cleared' })
  expect(findWeight(show(taken, 'S S 0 g', 'S S 950 g'), 200)).toEqual({ grams: 950 })
})

it('knows another parcel by a weight that differs by more than 50 grams', () => {
  const taken = takeWeight(show(NEW_WATCH, 'S S 950 g'), 950)
  expect(findWeight(show(taken, 'S S 1000 g'), 100)).toEqual({ refusal: 'not_cleared' })
  expect(findWeight(show(taken, 'S S 1001 g'), 100)).toEqual({ grams: 1001 })
})

it('says what is wrong in place of a weight', () => {
  expect(findWeight(NEW_WATCH, 0)).toEqual({ refusal: 'incomplete' })
  expect(findWeight(show(NEW_WATCH, 'S +'), 0)).toEqual({ refusal: 'overload' })
  expect(findWeight(show(NEW_WATCH, 'S S 0 g'), 0)).toEqual({ refusal: 'zero' })
})
