import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { refusalCodesOf, WaysOn } from './WayOn'

const RIGHTS = { menu: { exchange_rates: true, price_tables: true }, can: { 'exchange_rate.create': true } }
const session = vi.hoisted(() => ({ profile: {} as object }))
vi.mock('@/context/session', () => ({
  currentProfile: () => session.profile,
  useProfile: () => session.profile,
}))

beforeEach(() => {
  session.profile = RIGHTS
})

it('shipments that were refused together show each way once', async () => {
  const codes = ['no_exchange_rate', 'no_price', 'no_exchange_rate', 'over_weight'] as const
  await renderPage(() => <WaysOn codes={codes} />)
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(['/exchange-rates', '/price-tables'])
})

it('the reasons of a shipment are those that the server names', () => {
  expect(refusalCodesOf({ reasons: ['no_exchange_rate'] })).toEqual(['no_exchange_rate'])
  for (const without of [null, {}, { missing: ['to_city'] }]) expect(refusalCodesOf(without)).toEqual([])
})
