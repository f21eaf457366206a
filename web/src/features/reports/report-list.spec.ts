import { expect, it, vi } from 'vitest'
import { clearRows, leavesRowsOut, REPORT_LISTS, type ReportListState } from './report-list'

const read = (raw: Record<string, unknown>) => {
  const values = REPORT_LISTS.financial.validate(raw as never)
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return { values, query: Object.fromEntries(given) } as unknown as ReportListState
}

it('clears filters, and stays with the rows that were chosen', () => {
  const chosen = { rows: 'entries', group_by: 'kind', sort: '-amount', per_page: 50 }
  expect(leavesRowsOut(read(chosen))).toBe(false)
  const filtered = { ...chosen, client_id: '0199d3c2-7c1a-7000-8000-000000000001', from: '2026-11-01' }
  const list = { ...read(filtered), apply: vi.fn() }
  expect(leavesRowsOut(list)).toBe(true)
  clearRows(list)
  expect(list.apply).toHaveBeenCalledWith(expect.objectContaining({ rows: 'entries', group_by: 'kind' }))
  expect(list.apply.mock.lastCall?.[0]).not.toHaveProperty('client_id')
})
