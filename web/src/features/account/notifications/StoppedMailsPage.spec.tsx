import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { renderPage } from '../../../../test/render'
import { StoppedMailsPage } from './StoppedMailsPage'

const { call } = vi.hoisted(() => ({
  call: { mutate: vi.fn(), data: undefined, error: undefined as unknown, isPending: false },
}))

vi.mock('@/api/generated/endpoints/notifications/notifications', () => ({
  useStoppedMailCreate: () => call,
}))

const draw = () => renderPage(() => <StoppedMailsPage token="t7" />)

it('a link that is no longer valid leads to the settings instead', async () => {
  call.error = new ApiError(409, { message: '', message_code: 'link_not_valid' } as never)
  await draw()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/my-account/notifications')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('what did not arrive is tried again', async () => {
  call.error = new ApiError(0)
  await draw()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
