import { expect, it } from 'vitest'
import { mayForget } from './home-screen'

const device = (userAgent: string, more: { maxTouchPoints?: number; standalone?: boolean } = {}) =>
  mayForget({ userAgent, maxTouchPoints: 0, ...more } as Navigator)

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

it('an iPhone and an iPad forget a page that is not on the home screen', () => {
  expect(device(IPHONE)).toBe(true)
  expect(device(MAC, { maxTouchPoints: 5 })).toBe(true)
  expect(device(IPHONE, { standalone: true })).toBe(false)
})

it('a Mac and an Android phone do not', () => {
  expect(device(MAC)).toBe(false)
  expect(device(ANDROID, { maxTouchPoints: 5 })).toBe(false)
})
