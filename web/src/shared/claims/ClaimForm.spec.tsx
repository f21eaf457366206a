import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Claim } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { ClaimForm } from './ClaimForm'

const { claimUpdate } = vi.hoisted(() => ({ claimUpdate: vi.fn() }))

vi.mock('@/api/generated/endpoints/finance/finance', () => ({
  claimUpdate,
  getClaimShowQueryKey: (id: string) => ['claims', id],
  invalidateClaimList: vi.fn(),
  invalidateWalletEntryList: vi.fn(),
  invalidateWalletShow: vi.fn(),
}))

const CLAIM = {
  id: 'c',
  number: 'CL-7',
  client_id: 'k',
  kind: 'damaged',
  claimed_amount: '130.00',
  currency: 'USD',
  description: 'The mug is broken.',
  version: 3,
} as Claim

const BOUND = { amount: '120.00', currency: 'USD', of: 'declared' } as const
const onClose = vi.fn()

const show = (claim: Claim) =>
  renderPage(() => <ClaimForm shipment="s" claim={claim} bound={BOUND} onClose={onClose} />)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save claim' }))

beforeEach(() => {
  vi.clearAllMocks()
})

it('the limit of the amount is said before anything is sent', async () => {
  await show({ ...CLAIM, claimed_amount: '15.00' })
  expect(screen.getByText('Up to US$120.00, the declared value')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('an amount above the declared value is refused at its field', async () => {
  await show(CLAIM)
  await save()
  const problem = 'Enter at most US$120.00, the declared value of the shipment.'
  expect(await screen.findByRole('alert')).toHaveTextContent(problem)
  expect(screen.getByRole('textbox', { name: /^Claimed amount/ })).toBeInvalid()
  expect(claimUpdate).not.toHaveBeenCalled()
})

it('an amount within it is sent with the version that was read', async () => {
  claimUpdate.mockResolvedValue({ data: CLAIM })
  await show({ ...CLAIM, claimed_amount: '120.00' })
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const input = { kind: 'damaged', claimed_amount: '120.00', description: 'The mug is broken.', version: 3 }
  expect(claimUpdate).toHaveBeenCalledExactlyOnceWith('c', input)
})

it('what the server says of a field stands there', async () => {
  const errors = { claimed_amount: [{ code: 'none_of_ours', message: 'Too much.' }] }
  claimUpdate.mockRejectedValue(new ApiError(422, { errors } as never))
  await show({ ...CLAIM, claimed_amount: '120.00' })
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('Claimed amount: Too much.')
})
