import i18n from 'i18next'
import { expect, it } from 'vitest'
import type { InvoiceSummary } from '@/api/schema'
import type { Format } from '@/ui/format'
import { invoiceColumns } from './columns'

const belowOf = (kind: string, isStaff: boolean) => {
  const t = i18n.getFixedT('en', 'invoices') as never
  const [number] = invoiceColumns({ t, format: {} as Format, isStaff })
  return number?.below?.({ kind, client_name: 'Mar Azul' } as InvoiceSummary)
}

it('staff read whose credit note it is', () => {
  expect(belowOf('credit_note', true)).toMatch(/ · Mar Azul$/)
  expect(belowOf('credit_note', false)).not.toMatch(/Mar Azul/)
  expect(belowOf('invoice', true)).toBe('Mar Azul')
  expect(belowOf('invoice', false)).toBe('')
})
