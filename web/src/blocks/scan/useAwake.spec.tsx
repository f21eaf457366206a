import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAwake } from './useAwake'

/** A browser that keeps the screen on as `request` answers, or none that does. */
function offer(request: (() => Promise<unknown>) | undefined) {
  Object.defineProperty(navigator, 'wakeLock', { value: request && { request }, configurable: true })
}

afterEach(() => offer(undefined))

it('the screen stays on until the page is left', async () => {
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ release }))
  offer(request)
  const { unmount } = renderHook(() => useAwake())
  await waitFor(() => expect(request).toHaveBeenCalledWith('screen'))
  expect(release).not.toHaveBeenCalled()
  unmount()
  await waitFor(() => expect(release).toHaveBeenCalledTimes(1))
})

it('the browser is asked again when the page comes back into sight', async () => {
  const request = vi.fn(async () => ({ release: async () => undefined }))
  offer(request)
  const { unmount } = renderHook(() => useAwake())
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  unmount()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(request).toHaveBeenCalledTimes(2)
})

it('a browser that cannot or does not want to changes nothing', () => {
  offer(() => Promise.reject(new Error('low battery')))
  expect(() => renderHook(() => useAwake()).unmount()).not.toThrow()
  offer(undefined)
  expect(() => renderHook(() => useAwake()).unmount()).not.toThrow()
})
