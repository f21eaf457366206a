import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Claim } from '@/api/schema'
import { RecordButtons } from '@/blocks/RecordButtons'
import { ConfirmDialog } from '@/ui/dialogs/ConfirmDialog'
import { renderPage } from '../../../test/render'
import { useClaimActions } from './actions'

const { claimPay, claimRefuse } = vi.hoisted(() => ({ claimPay: vi.fn(), claimRefuse: vi.fn() }))

vi.mock('@/api/generated/endpoints/finance/finance', () => ({
  claimPay,
  claimRefuse,
  getClaimShowQueryKey: (id: string) => ['claims', id],
  invalidateClaimList: vi.fn(),
  invalidateWalletEntryList: vi.fn(),
  invalidateWalletShow: vi.fn(),
}))

const CAN = {
  show: true,
  update: false,
  approve: false,
  refuse: false,
  pay: false,
  reopen: false,
  withdraw: false,
}

const CLAIM = {
  id: 'c',
  number: 'CL-7',
  client_id: 'k',
  client_name: 'Willow Goods',
  claimed_amount: '50.00',
  decided_amount: null,
  currency: 'USD',
  version: 4,
} as Claim

const claim = (can: Partial<typeof CAN>, changes: Partial<Claim> = {}): Claim => ({
  ...CLAIM,
  ...changes,
  can: { ...CAN, ...can },
})

function Page({ record }: { record: Claim }) {
  const actions = useClaimActions()
  return (
    <>
      <RecordButtons actions={actions} record={record} />
      {actions.dialog}
      <ConfirmDialog />
    </>
  )
}

const draw = (record: Claim) => renderPage(() => <Page record={record} />)
const names = () =>
  screen.queryAllByRole('button').map((one) => one.textContent || one.getAttribute('aria-label'))
const inDialog = async () => within(await screen.findByRole('dialog'))

beforeEach(() => {
  vi.clearAllMocks()
})

it('what can be done follows what the claim says', async () => {
  const cases: [Partial<typeof CAN>, string[]][] = [
    [{ approve: true, refuse: true }, ['Reject', 'Approve']],
    [{ pay: true, reopen: true }, ['Reopen', 'Pay to the wallet']],
    [{ withdraw: true }, ['Withdraw']],
    [{ update: true }, ['More actions']],
    [{}, []],
  ]
  for (const [can, wanted] of cases) {
    const { unmount } = await draw(claim(can))
    expect(names()).toEqual(wanted)
    unmount()
  }
})

it('the approved amount is paid, once somebody has read it', async () => {
  const paid = claim({}, { status: 'paid' })
  claimPay.mockResolvedValue({ data: paid })
  await draw(claim({ pay: true }, { decided_amount: '30.00' }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay to the wallet' }))
  const dialog = await inDialog()
  expect(dialog.getByText('Pay US$30.00 to the wallet of Willow Goods?')).toBeVisible()
  expect(claimPay).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Pay to the wallet' }))
  await waitFor(() => expect(claimPay).toHaveBeenCalledExactlyOnceWith('c', { version: 4 }))
})

it('a claim is not rejected without a reason', async () => {
  claimRefuse.mockResolvedValue({ data: claim({}, { status: 'refused' }) })
  await draw(claim({ refuse: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  const dialog = await inDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(claimRefuse).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Delivered whole')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(claimRefuse).toHaveBeenCalledExactlyOnceWith('c', { note: 'Delivered whole', version: 4 }),
  )
})
