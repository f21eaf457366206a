import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PickList, PickListDetails } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { pickListColumns } from './columns'
import { PickListFacts } from './PickListFacts'

vi.mock('@/context/session', () => ({ useProfile: () => ({ can: {}, is_outside: false }) }))
vi.mock('@/ui/format', () => ({ useFormat: () => ({ number: String }) }))
vi.mock('@/ui/time/Moment', () => ({ Moment: () => null }))

const list = {
  status: 10,
  reference: 'REF-1',
  client_name: 'Aurora',
  shipment_id: null,
  tracking_code: null,
  storage_amount: null,
  lines: [],
} as unknown as PickListDetails

it('has no row for a shipment that is not there yet', async () => {
  await renderPage(() => <PickListFacts list={list} />)
  expect(screen.getByText('REF-1')).toBeVisible()
  expect(screen.queryByText('Shipment')).toBeNull()
})

it('a client does not read its own name under each reference', () => {
  const below = (isOutside: boolean) => {
    const columns = pickListColumns({ t: ((key: string) => key) as never, format: {} as never, isOutside })
    return columns.find(({ id }) => id === 'reference')?.below?.(list as PickList)
  }
  expect([below(true), below(false)]).toEqual([false, 'Aurora'])
})
