import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { QuoteOffer } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { BelowCost } from './BelowCost'

type Costs = NonNullable<QuoteOffer['costs']>

const costs = (margin: string | null): Costs => ({
  table_code: null,
  lines: [],
  refused: [],
  beside: [],
  total: { amount: '265.53', currency: 'USD' },
  margin: margin === null ? null : { amount: margin, currency: 'USD' },
  margin_pct: null,
})

it('a price below its cost is said with the loss and the cost', async () => {
  await renderPage(() => <BelowCost offer={{ costs: costs('-219.53') }} />)
  const warning = screen.getByRole('status')
  expect(warning).toHaveTextContent('219.53')
  expect(warning).toHaveTextContent('265.53')
})

it.each([
  ['a price above its cost', { costs: costs('20.00') }],
  ['a price without a known cost', { costs: costs(null) }],
  ['a reader who may not see costs', {}],
])('%s has no warning', async (_, offer) => {
  await renderPage(() => <BelowCost offer={offer as Pick<QuoteOffer, 'costs'>} />)
  expect(screen.queryByRole('status')).toBeNull()
})
