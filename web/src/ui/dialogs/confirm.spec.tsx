import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { renderPage } from '../../../test/render'
import { ConfirmDialog } from './ConfirmDialog'
import { confirm } from './confirm'

const question = { title: 'Delete it?', text: 'It will be gone.', action: 'Delete', danger: true }

it('waits for the answer', async () => {
  await renderPage(() => <ConfirmDialog />)
  const yes = confirm(question)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await yes).toBe(true)

  const no = confirm(question)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await no).toBe(false)
})

it('begins on the button that changes nothing', async () => {
  await renderPage(() => <ConfirmDialog />)
  void confirm(question)
  await waitFor(async () => expect(await screen.findByRole('button', { name: 'Cancel' })).toHaveFocus())
  await userEvent.keyboard('{Escape}')
})

it('stays open and says why when the work fails', async () => {
  await renderPage(() => <ConfirmDialog />)
  const run = vi.fn().mockRejectedValueOnce(new ApiError(0)).mockResolvedValueOnce(undefined)
  const answer = confirm({ ...question, run })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not reach the server')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await answer).toBe(true)
  expect(run).toHaveBeenCalledTimes(2)
})

it('only tells where nothing is asked, and goes on however it is closed', async () => {
  await renderPage(() => <ConfirmDialog />)
  const told = confirm({ ...question, action: 'Understood', warning: true })
  await waitFor(async () => expect(await screen.findByRole('button', { name: 'Understood' })).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(await told).toBe(true)
})

it('a refusal leads to where its reason can be changed', async () => {
  await renderPage(() => <ConfirmDialog />)
  const refusal = new ApiError(409, { message: 'In use.', message_code: 'profile_in_use' } as never)
  const ways = { profile_in_use: { to: '/elsewhere/7', text: 'Users' } }
  const answer = confirm({ ...question, run: () => Promise.reject(refusal), ways })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Users' }))
  expect(await answer).toBe(false)
  expect(await screen.findByRole('heading', { name: 'elsewhere' })).toBeVisible()
})
