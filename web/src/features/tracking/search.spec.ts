import { expect, it } from 'vitest'
import { validateTracking } from './search'

/** As the router hands over what stands in the address. */
const read = (raw: object) => validateTracking(raw as never)

it('reads the codes of a link however they are separated', () => {
  expect(read({ codes: 'at1 at2,at1' }).codes).toBe('AT1,AT2')
})

it('looks up no more than a hundred', () => {
  const codes = Array.from({ length: 120 }, (_, at) => `AT${at}`).join(',')
  expect(read({ codes }).codes.split(',')).toHaveLength(100)
})

it('starts with the search when the address says nothing it knows', () => {
  expect(read({ task: 'dance' })).toEqual({ codes: '', task: 'search' })
})
