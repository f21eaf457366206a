import { expect, it } from 'vitest'
import type { Invoice, InvoiceItem } from '@/api/schema'
import { partsOf } from './credit-parts'

const item = (seq: number, service_amount: string, tax_amount: string, creditable: string) =>
  ({ seq, service_amount, tax_amount, credited_service: '0', credited_tax: '0', creditable }) as InvoiceItem

const mostOf = (...items: InvoiceItem[]) =>
  partsOf({ items, currency: 'BRL' } as Invoice).map(({ item, part, most }) => [item.seq, part, Number(most)])

it('offers no more than a shipment still gives back', () => {
  expect(mostOf(item(1, '80', '20', '100'))).toEqual([
    [1, 'service', 80],
    [1, 'tax', 20],
  ])
  expect(mostOf(item(1, '80', '20', '85'))).toEqual([
    [1, 'service', 80],
    [1, 'tax', 5],
  ])
  expect(mostOf(item(1, '80', '20', '0'), item(2, '-30', '0', '0'))).toEqual([])
})
