import { afterEach, expect, it, vi } from 'vitest'
import { buzz } from './buzz'

/** A device that shakes, or none. */
function offer(vibrate: ((pattern: number[]) => boolean) | undefined) {
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
}

afterEach(() => offer(undefined))

it('each result feels different', () => {
  const vibrate = vi.fn((_pattern: number[]) => true)
  offer(vibrate)
  buzz('taken')
  buzz('known')
  buzz('unknown')
  const felt = vibrate.mock.calls.map(([pattern]) => String(pattern))
  expect(new Set(felt).size).toBe(3)
})

it('a device that cannot shake does nothing', () => {
  offer(undefined)
  expect(() => buzz('taken')).not.toThrow()
})
