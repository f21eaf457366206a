import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { ALERT_MS, ClosingAlert } from './ClosingAlert'

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const close = vi.fn()

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  close.mockReset()
  vi.useRealTimers()
})

it('closes after five seconds', async () => {
  await renderPage(() => <ClosingAlert onClose={close}>done</ClosingAlert>)
  await after(ALERT_MS - 1000)
  expect(close).not.toHaveBeenCalled()
  await after(1500)
  expect(close).toHaveBeenCalledOnce()
})

it('waits as long as it is pointed at', async () => {
  await renderPage(() => <ClosingAlert onClose={close}>done</ClosingAlert>)
  fireEvent.mouseEnter(screen.getByRole('status'))
  await after(ALERT_MS * 3)
  expect(close).not.toHaveBeenCalled()
  fireEvent.mouseLeave(screen.getByRole('status'))
  await after(ALERT_MS + 500)
  expect(close).toHaveBeenCalledOnce()
})

it('can stay', async () => {
  await renderPage(() => (
    <ClosingAlert autoClose={false} onClose={close}>
      done
    </ClosingAlert>
  ))
  await after(ALERT_MS * 3)
  expect(close).not.toHaveBeenCalled()
})
