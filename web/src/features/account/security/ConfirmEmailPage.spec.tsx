import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { renderPage } from '../../../../test/render'
import { ConfirmEmailPage } from './ConfirmEmailPage'

const { call } = vi.hoisted(() => ({
  call: { mutate: vi.fn(), error: undefined as unknown, isPending: false },
}))

vi.mock('@/api/generated/endpoints/my-account/my-account', () => ({ useAccountEmailConfirm: () => call }))
vi.mock('../useAccount', () => ({ useRefreshAccount: () => vi.fn() }))

it('a link that is no longer valid leads to where a new one is asked for', async () => {
  call.error = new ApiError(409, { message: '', message_code: 'link_not_valid' } as never)
  await renderPage(() => <ConfirmEmailPage token="t7" onConfirmed={vi.fn()} />)
  expect(screen.getByRole('link', { name: 'Security' })).toHaveAttribute('href', '/my-account/security')
})
