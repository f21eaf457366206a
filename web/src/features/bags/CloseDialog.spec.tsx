import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Bag } from '@/api/schema'
import type { CodeLine } from '@/blocks/scan/codes'
import { writeDraft } from '@/ui/form/draft'
import { renderPage } from '../../../test/render'
import CloseDialog from './CloseDialog'
import { draftOf } from './useBagScanning'

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => ({
  bagClose: vi.fn(),
  bagMove: vi.fn(),
  bagScan: vi.fn(),
  getBagExpectedQueryKey: (id: string) => ['expected', id],
  getBagParcelListQueryKey: (id: string) => ['parcels', id],
  getBagShowQueryKey: (id: string) => ['show', id],
  getBagUnitListQueryKey: (id: string) => ['units', id],
  invalidateBagList: vi.fn(),
}))

const BAG = {
  id: '7',
  version: 3,
  number: 'GRU-B-26-000007',
  tare_g: 200,
  parcel_weight_g: 1_800,
  origin_office: null,
  dispatch_no: null,
} as Bag

async function show(lines: CodeLine[]) {
  writeDraft(draftOf(BAG), { lines })
  await renderPage(() => <CloseDialog bag={BAG} opened onClose={() => undefined} />)
  await screen.findByRole('textbox', { name: /^Seal/ })
}

it('names the scans of this station that have no answer', async () => {
  await show([
    { code: 'AB1', refusal: 'Not sent', unsent: true },
    { code: 'AB2', done: true },
    { code: 'AB3', refusal: 'In another bag' },
    { code: 'AB4' },
  ])
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent yet: AB1, AB4.')
})

it('says nothing when all are in the bag', async () => {
  await show([{ code: 'AB2', done: true }])
  expect(screen.queryByRole('alert')).toBeNull()
})
