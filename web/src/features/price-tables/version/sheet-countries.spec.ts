import { describe, expect, it } from 'vitest'
import { countriesOf, hasCountries, withCountries } from './sheet-countries'
import { UNDECIDED } from './sheet-parts'

const proposed = countriesOf([
  { zone: 'DE', country_ids: [82] },
  { zone: 'Iberia', country_ids: [209, 176] },
  { zone: 'Rest', country_ids: [] },
])

describe('the countries of a sheet', () => {
  it('are taken when somebody says so, and given back', () => {
    expect(hasCountries(UNDECIDED, proposed)).toBe(false)
    const taken = withCountries(UNDECIDED, proposed, true)
    expect(taken.countries).toHaveLength(3)
    expect(hasCountries(taken, proposed)).toBe(true)
    expect(withCountries(taken, proposed, false)).toEqual(UNDECIDED)
  })

  it('of one zone take the place of what was chosen for it before', () => {
    const first = withCountries(UNDECIDED, [{ zone: '1', country_id: 32 }], true)
    const then = withCountries(first, [{ zone: '1', country_id: 76 }], true)
    expect(then.countries).toEqual([{ zone: '1', country_id: 76 }])
  })
})
