import { expect, it, vi } from 'vitest'
import type { ShipmentSummary } from '@/api/schema'
import { filterOf, MOST_AT_ONCE, type Selected, shipmentsOf } from './selected'

const shipment = (number: number) => ({ id: `id-${number}` }) as ShipmentSummary

const page = (from: number, to: number, total: number) => ({
  data: Array.from({ length: to - from }, (_, at) => shipment(from + at)),
  meta: { total },
})

const all = (count: number): Selected => ({ ids: [], rows: [], all: true, count })

it('marked rows are taken as they are, without asking the server', async () => {
  const fetchPage = vi.fn()
  const rows = [shipment(1), shipment(2)]
  expect(await shipmentsOf({ ids: ['id-1', 'id-2'], rows, all: false, count: 2 }, {}, fetchPage)).toBe(rows)
  expect(fetchPage).not.toHaveBeenCalled()
})

it('all that match are fetched page by page with the filter of the list, each once', async () => {
  const fetchPage = vi
    .fn()
    .mockResolvedValueOnce(page(0, 100, 130))
    // One stood on the page before.
    .mockResolvedValueOnce(page(99, 130, 130))
  const found = await shipmentsOf(all(130), { status: '15' }, fetchPage)
  expect(found).toHaveLength(130)
  expect(fetchPage).toHaveBeenCalledTimes(2)
  expect(fetchPage).toHaveBeenLastCalledWith(expect.objectContaining({ status: '15', page: 2 }))
})

it('never more than can be worked through at once', async () => {
  const fetchPage = vi.fn(({ page: number }: { page: number }) =>
    Promise.resolve(page((number - 1) * 100, number * 100, 9000)),
  )
  expect(await shipmentsOf(all(9000), {}, fetchPage)).toHaveLength(MOST_AT_ONCE)
  expect(fetchPage).toHaveBeenCalledTimes(MOST_AT_ONCE / 100)
})

it('what all that match means has neither page nor order', () => {
  expect(filterOf({ page: 3, per_page: 25, sort: '-to_name', search: 'recife', status: '10' })).toEqual({
    search: 'recife',
    status: '10',
  })
})
