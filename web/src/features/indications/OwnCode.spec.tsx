import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { OwnCode } from './OwnCode'

const { invite } = vi.hoisted(() => ({
  invite: { data: undefined as unknown, isPending: false, mutate: vi.fn() },
}))

vi.mock('@/api/generated/endpoints/finance/finance', () => ({ useIndicationInvite: () => invite }))

it('asks for the code when the client wants it, and shows the link to send', async () => {
  const { unmount } = await renderPage(() => <OwnCode />)
  fireEvent.click(screen.getByRole('button', { name: 'Show my link' }))
  expect(invite.mutate).toHaveBeenCalledExactlyOnceWith({ data: {} })
  unmount()
  invite.data = { data: { code: 'ABCD2345', link: 'https://a.test/register?referral_code=ABCD2345' } }
  await renderPage(() => <OwnCode />)
  expect(screen.getByText('Your code: ABCD2345')).toBeVisible()
  expect(screen.getByText(/referral_code=ABCD2345/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible()
})
