import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Repack } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { PackLine } from './PackLine'

const { repackScan } = vi.hoisted(() => ({ repackScan: vi.fn() }))
vi.mock('@/api/generated/endpoints/receiving/receiving', () => ({
  repackScan,
  getRepackShowQueryKey: (id: string) => ['repack', id],
  invalidateInboundParcelList: vi.fn(),
  invalidateRepackList: vi.fn(),
}))

const repack = { id: 'r', scanned_count: 0, parcel_count: 3 } as Repack

beforeEach(() => repackScan.mockReset())

it('a code that was not taken stays named until it is, however fast the next one is scanned', async () => {
  repackScan
    .mockRejectedValueOnce(new ApiError(500))
    .mockResolvedValueOnce({ data: repack })
    .mockResolvedValueOnce({ data: repack })
  await renderPage(() => <PackLine repack={repack} />)
  const field = screen.getByRole('textbox')
  await userEvent.type(field, 'AA1{Enter}BB2{Enter}')
  await waitFor(() => expect(repackScan).toHaveBeenCalledTimes(2))
  expect(await screen.findByText(/^AA1:/)).toBeVisible()
  await userEvent.type(field, 'AA1{Enter}')
  await waitFor(() => expect(screen.queryByText(/^AA1:/)).toBeNull())
})
