import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { emptyValues, inputOf } from '../form/values'
import type { RuleTerms } from './terms'
import { useRuleWords } from './useRuleWords'

function wordsOf(terms: Partial<RuleTerms>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(useRuleWords, { wrapper })
  const rule = { ...inputOf(emptyValues('2026-05-12')), country: 'EU', tax: 'eu.vat', ...terms }
  return { ...result.current, rule, what: result.current.what(rule) }
}

it('a calculation is told in words', () => {
  expect(wordsOf({ kind: 'percent_less', rate: '0.600000', amount: '30.0000' }).what).toBe('60% less US$30')
  expect(wordsOf({ kind: 'flat_per_line', amount: '3', currency: 'EUR' }).what).toBe('€3 per line')
  expect(wordsOf({ kind: 'gross_up', rate: '0.17' }).what).toBe('17% of the tax-inclusive base')
  expect(wordsOf({ kind: 'tariff' }).what).toBe('Tariff rate')
  expect(wordsOf({ kind: 'exempt' }).what).toBe('Not due')
  expect(wordsOf({ kind: 'refuse', refusal: 'state_required' }).what).toBe(
    'Not accepted: Needs the recipient’s state',
  )
  const bounded = { kind: 'percent', rate: '0.003464', minimum: '33.58', maximum: '651.50' } as const
  expect(wordsOf(bounded).what).toBe('0.3464%, at least US$33.58, at most US$651.50')
})

it('a rule is read back sentence by sentence', () => {
  const { sentences, rule } = wordsOf({
    kind: 'percent',
    rate: '0.2',
    currency: 'EUR',
    programme: 'inside',
    buyer: 'consumer',
    limit_to: '150.0000',
    collected: 'sale',
    valid_to: '2028-06-30',
  })
  expect(sentences(rule)).toEqual([
    'Import VAT, European Union: 20%, on CIF value.',
    'Only: IOSS, Consumer.',
    'For goods up to €150.',
    'The seller collects it with the price.',
    'From 12/05/2026 to 30/06/2028.',
  ])
})

it('a tax that the product does not know is shown by its code', () => {
  const { taxName } = wordsOf({})
  expect([taxName('zz.fee'), taxName('br'), taxName('br.ii')]).toEqual(['zz.fee', 'br', 'Import duty (II)'])
})
