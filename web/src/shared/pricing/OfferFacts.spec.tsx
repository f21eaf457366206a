import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { QuoteOffer } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { OfferWeight } from './OfferFacts'

const offer = (unmeasured: number) =>
  ({ weights: { counted_as: 'actual', chargeable: '5', unit: 'lb', unmeasured } }) as unknown as QuoteOffer

it('a price of parcels without sizes says that it can rise', async () => {
  await renderPage(() => <OfferWeight offer={offer(1)} />)
  expect(screen.getByText(/It can rise once they are entered\.$/)).toBeVisible()
})

it('a price of measured parcels does not', async () => {
  await renderPage(() => <OfferWeight offer={offer(0)} />)
  expect(screen.queryByText(/can rise/)).toBeNull()
})
