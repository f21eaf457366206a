import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { QuoteOffer } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { RefusedOffers } from './RefusedOffers'

const session = vi.hoisted(() => ({ profile: undefined as { menu: Record<string, boolean> } | undefined }))
vi.mock('@/context/session', () => ({ currentProfile: () => session.profile }))
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
