import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { QuoteOffer } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { RefusedOffers } from './RefusedOffers'

type Reader = { menu: Record<string, boolean>; can?: Record<string, boolean>; is_outside?: boolean }
const session = vi.hoisted(() => ({ profile: undefined as Reader | undefined }))
vi.mock('@/context/session', () => ({
  currentProfile: () => session.profile,
  useProfile: () => session.profile,
}))
vi.mock('./OfferFacts', () => ({ useOfferTitle: () => () => 'Express' }))
vi.mock('./useLineText', () => ({ useLineText: () => ({ refusal: ({ code }: { code: string }) => code }) }))

const OFFER = {
  service_id: '1',
  total: null,
  refused: [{ code: 'no_table' }, { code: 'over_weight' }],
} as unknown as QuoteOffer

it('a missing price leads those who assign prices to where they do it', async () => {
  session.profile = { menu: { price_assignments: true } }
  await renderPage(() => <RefusedOffers offers={[OFFER]} />)
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Price assignments' })).toHaveAttribute(
    'href',
    '/price-assignments',
  )
})

it('clients and visitors read only the reasons', async () => {
  for (const profile of [{ menu: {} }, undefined]) {
    session.profile = profile
    const { unmount } = await renderPage(() => <RefusedOffers offers={[OFFER]} />)
    expect(screen.getByText('over_weight')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
    unmount()
  }
})

describe('a missing rate of exchange', () => {
  const WITHOUT_RATE = { ...OFFER, refused: [{ code: 'no_exchange_rate' }] } as unknown as QuoteOffer

  it('leads those who add rates to them', async () => {
    session.profile = { menu: { exchange_rates: true }, can: { 'exchange_rate.create': true } }
    await renderPage(() => <RefusedOffers offers={[WITHOUT_RATE]} />)
    expect(screen.getByRole('link', { name: 'Exchange rates' })).toHaveAttribute('href', '/exchange-rates')
  })

  it('is only named to staff who read rates', async () => {
    session.profile = { menu: { exchange_rates: true }, can: {} }
    await renderPage(() => <RefusedOffers offers={[WITHOUT_RATE]} />)
    expect(screen.getByText('no_exchange_rate')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('lets a client ask the company once, however many services lack it', async () => {
    session.profile = { menu: {}, can: { 'support_ticket.create': true }, is_outside: true }
    const offers = [WITHOUT_RATE, { ...WITHOUT_RATE, service_id: '2' }]
    await renderPage(() => <RefusedOffers offers={offers} />)
    expect(screen.getAllByRole('link')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/supports/new')
  })
})
