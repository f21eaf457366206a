import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { renderPage } from '../../../test/render'
import { PublicReviewPage } from './PublicReviewPage'

const { publicReviewShow, publicReviewSubmit } = vi.hoisted(() => ({
  publicReviewShow: vi.fn(),
  publicReviewSubmit: vi.fn(),
}))

vi.mock('@/context/site', () => ({
  useSite: () => ({ domain: { name: 'Pacific', contact_email: 'care@pacific.test' } }),
}))
vi.mock('@/api/generated/endpoints/reviews/reviews', () => ({ publicReviewShow, publicReviewSubmit }))

const shown = { data: { tracking_code: 'PA1', to_city: 'Berlin', score: null } }

it('asks for a score, sends it once and keeps what was typed when that fails', async () => {
  publicReviewShow.mockResolvedValue(shown)
  publicReviewSubmit.mockRejectedValueOnce(new ApiError(0)).mockResolvedValueOnce(shown)
  await renderPage(() => <PublicReviewPage token="secret" company="Pacific" />)
  const send = await screen.findByRole('button', { name: 'Send review' })
  fireEvent.click(send)
  expect(await screen.findByText('Required field.')).toBeVisible()
  expect(publicReviewSubmit).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('radio', { name: /^4 of 5/ }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Quick' } })
  fireEvent.click(send)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('Quick')
  fireEvent.click(send)
  expect(await screen.findByRole('status')).toHaveTextContent('Pacific')
  await waitFor(() => expect(publicReviewSubmit).toHaveBeenCalledTimes(2))
  expect(publicReviewSubmit.mock.calls[1]?.[0]).toEqual({ token: 'secret', score: 4, body: 'Quick' })
})

it('says that a link was used, and whom to ask', async () => {
  publicReviewShow.mockRejectedValue(new ApiError(409))
  await renderPage(() => <PublicReviewPage token="used" company="Pacific" />)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('link', { name: 'care@pacific.test' })).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
})
