import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { PhoneLink } from './PhoneLink'

vi.mock('@/api/generated/endpoints/lookups/lookups', () => ({
  useLookupCountries: () => ({}),
  useLookupDdi: () => ({ data: { data: [{ ddi: '55', mask: ['(##) ####-####', '(##) #####-####'] }] } }),
}))

it('a number is written as in its country, and called by a click', async () => {
  await renderPage(() => <PhoneLink number="+551140028922" />)
  const link = screen.getByRole('link', { name: '+55 11 4002-8922' })
  expect(link).toHaveAttribute('href', 'tel:+551140028922')
})
