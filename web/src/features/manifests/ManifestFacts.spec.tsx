import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Manifest, ManifestStatus } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { ManifestFacts } from './ManifestFacts'

const { session } = vi.hoisted(() => ({
  session: { can: { 'mawb.show': true }, menu: { mawbs: true } as object },
}))

vi.mock('@/context/session', () => ({ useProfile: () => session }))

const draw = (more: Partial<Manifest>) =>
  renderPage(() => (
    <ManifestFacts
      manifest={
        {
          status: ManifestStatus.Sent,
          kind: 'export',
          purpose: 'creation',
          revision: 1,
          origin_airport: 'SFO',
          destination_airport: 'GRU',
          house_count: null,
          piece_count: null,
          weight_g: null,
          accepted_count: 0,
          rejected_count: 0,
          created_at: '2026-11-30T18:20:00Z',
          is_waybill_void: false,
          is_waybill_changed: false,
          ...more,
        } as Manifest
      }
    />
  ))

it('a sent manifest waits for its answer', async () => {
  await draw({})
  expect(screen.getByText('Record what the receiver answers.')).toBeVisible()
})

it('an amendment whose waybill is void can be withdrawn instead', async () => {
  await draw({ status: ManifestStatus.Open, is_known: true, is_waybill_void: true })
  expect(screen.getByText(/choose another waybill, or withdraw it/)).toBeVisible()
})

it('one whose waybill is void waits for another one', async () => {
  await draw({ is_waybill_void: true })
  expect(screen.getByText('Its waybill is void. Amend it for another waybill, or withdraw it.')).toBeVisible()
})

it('one whose waybill has lost goods since is amended', async () => {
  await draw({ is_waybill_changed: true })
  expect(screen.getByText(/^Its waybill has lost goods since this version\./)).toBeVisible()
})

it('a withdrawal says that it is one, and what is free by it', async () => {
  await draw({ purpose: 'deletion', status: ManifestStatus.Accepted })
  expect(screen.getByText(/^Its withdrawal was accepted\./)).toBeVisible()
})

it('a rejected withdrawal leaves the manifest as it was', async () => {
  await draw({ purpose: 'deletion', status: ManifestStatus.Rejected })
  expect(screen.getByText(/stands as it was sent before/)).toBeVisible()
})

it('a canceled one waits for nothing', async () => {
  await draw({ is_waybill_void: true, status: ManifestStatus.Cancelled })
  expect(screen.getByText('It is not used.')).toBeVisible()
})

it('the waybill is a link only while the company has waybills', async () => {
  const flown = { mawb_id: 'w7', mawb_number: '020-12345675' }
  const { unmount } = await draw(flown)
  expect(screen.getByRole('link', { name: '020-12345675' })).toBeVisible()
  unmount()
  session.menu = {}
  await draw(flown)
  expect(screen.getByText('020-12345675')).toBeVisible()
  expect(screen.queryByRole('link', { name: '020-12345675' })).toBeNull()
})
