import { afterEach, expect, it, vi } from 'vitest'
import { findPosition } from './driver-records'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answerWith = (getCurrentPosition: Geolocation['getCurrentPosition']) =>
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })

it('takes the place of the phone, with an accuracy that the server takes', async () => {
  const coords = { latitude: -23.5, longitude: -46.6, accuracy: 250_000 }
  answerWith((found) => found({ coords } as GeolocationPosition))
  expect(await findPosition()).toEqual({ latitude: -23.5, longitude: -46.6, accuracy_m: 100_000 })
})

it('goes on without a place while the question for the permission stands on the screen', async () => {
  vi.useFakeTimers()
  answerWith(() => undefined)
  const found = findPosition()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await found).toBeUndefined()
})
