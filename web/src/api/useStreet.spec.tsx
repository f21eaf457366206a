import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useStreet } from './usePlaces'

vi.mock('./generated/endpoints/lookups/lookups', () => ({
  useLookupCountries: () => ({ data: { data: [{ id: 238, alpha2: 'US' }] } }),
  useLookupDdi: () => ({ data: undefined }),
}))

it('an address is written as the country of its record does', () => {
  const { result } = renderHook(() => useStreet())
  const main = { address_1: 'Main Street', address_number: '100', address_complement: 'Apt 4' }
  expect(result.current({ ...main, country_id: 238 })).toBe('100 Main Street, Apt 4')
  expect(result.current({ ...main, country_id: null })).toBe('Main Street, 100, Apt 4')
})
