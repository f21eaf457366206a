import { notifications } from '@mantine/notifications'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { NotificationArea } from './NotificationArea'
import { FLOAT_MS, notify, TOAST_MS } from './notify'
import { endProgress, showProgress } from './progress-toasts'

const area = () => screen.getByRole('region', { name: 'Notifications' })
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  notifications.clean()
  vi.useRealTimers()
})

it('three are shown, the others are counted', async () => {
  await renderPage(() => <NotificationArea />)
  await act(async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) notify.info(name)
  })
  expect(within(area()).getByText('+2 notifications')).toBeVisible()
})

it('each closes four seconds after it is seen, whatever stands beside it (NOT-3)', async () => {
  await renderPage(() => <NotificationArea />)
  await act(async () => {
    for (const name of ['one', 'two', 'three', 'four']) notify.toast('info', { message: name })
  })
  await after(TOAST_MS - 500)
  for (const name of ['one', 'two', 'three']) expect(screen.getByText(name)).toBeInTheDocument()
  expect(screen.queryByText('four')).not.toBeInTheDocument()
  await after(1000)
  for (const name of ['one', 'two', 'three']) expect(screen.queryByText(name)).not.toBeInTheDocument()
  await after(TOAST_MS - 1500)
  expect(screen.getByText('four')).toBeInTheDocument()
  await after(2000)
  expect(screen.queryByText('four')).not.toBeInTheDocument()
})

const closes = async (text: string, ms: number) => {
  await after(ms - 500)
  expect(screen.getByText(text)).toBeInTheDocument()
  await after(1500)
  expect(screen.queryByText(text)).not.toBeInTheDocument()
}

it('a float closes after five seconds, a toast after four or as it says, an error when it is closed', async () => {
  await renderPage(() => <NotificationArea />)
  await act(async () => void notify.success('float'))
  await closes('float', FLOAT_MS)
  await act(async () => void notify.toast('error', { message: 'toast' }))
  await closes('toast', TOAST_MS)
  await act(async () => void notify.toast('info', { message: 'long', autoClose: 9000 }))
  await closes('long', 9000)
  await act(async () => void notify.error('broken'))
  await after(60_000)
  expect(screen.getByText('broken')).toBeInTheDocument()
})

it('progress stands apart, follows the work and ends with it', async () => {
  await renderPage(() => <NotificationArea />)
  await act(async () => {
    for (const name of ['one', 'two', 'three']) notify.info(name)
    showProgress('7', '10 %', 'Labels')
  })
  const progress = screen.getByRole('group', { name: 'Labels' })
  expect(progress).toHaveTextContent('10 %')
  expect(screen.queryByText(/^\+/)).not.toBeInTheDocument()
  await act(async () => showProgress('7', '60 %', 'Labels'))
  expect(screen.getByRole('group', { name: 'Labels' })).toHaveTextContent('60 %')
  await after(60_000)
  expect(screen.getByRole('group', { name: 'Labels' })).toBeInTheDocument()
  await act(async () => endProgress('7'))
  await after(1000)
  expect(screen.queryByRole('group', { name: 'Labels' })).not.toBeInTheDocument()
})

it('progress that was closed stays closed', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await renderPage(() => <NotificationArea />)
  await act(async () => showProgress('8', '10 %', 'Labels'))
  await user.click(
    within(screen.getByRole('group', { name: 'Labels' })).getByRole('button', { name: 'Close' }),
  )
  await after(1000)
  await act(async () => showProgress('8', '60 %', 'Labels'))
  expect(screen.queryByRole('group', { name: 'Labels' })).not.toBeInTheDocument()
  await act(async () => endProgress('8'))
})
