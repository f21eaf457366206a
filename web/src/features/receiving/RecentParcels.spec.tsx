import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ReceivedParcel } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { RecentParcels } from './RecentParcels'

const { answer } = vi.hoisted(() => ({ answer: { data: [] as unknown[] } }))

vi.mock('@/context/session', () => ({ useProfile: () => ({ menu: {} }) }))
vi.mock('@/api/generated/endpoints/receiving/receiving', () => ({
  invalidateReceivingList: vi.fn(),
  receivingIdentify: vi.fn(),
  useReceivingList: () => ({ data: answer }),
}))

const parcel = (tracking_code: string, on_hold: boolean) =>
  ({
    id: tracking_code,
    shipment_id: tracking_code,
    tracking_code,
    seq: 1,
    code: tracking_code,
    station: 'Bench 1',
    received_at: '2026-11-30T12:00:00Z',
    weight_g: 1250,
    weight_source: 'typed',
    has_photo: false,
    on_hold,
    can: { measure: true, identify: false, withdraw: true, close: false },
  }) as ReceivedParcel

it('says which parcels have to be put aside, also after a reload', async () => {
  answer.data = [parcel('HELD', true), parcel('FREE', false)]
  await renderPage(() => <RecentParcels canOpen={false} busy={false} onWithdraw={() => undefined} />)
  const [held, free] = screen.getAllByRole('listitem')
  expect(within(held as HTMLElement).getByText(/put the parcel aside/)).toBeVisible()
  expect(within(free as HTMLElement).queryByText(/put the parcel aside/)).toBeNull()
  expect(free).toHaveTextContent('1.25 kg')
  expect(free).toHaveTextContent('station Bench 1')
})
