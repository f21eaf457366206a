import { expect, it } from 'vitest'
import { timeline } from './validity'

it('spans follow each other on the line, and the endless one reaches its end', () => {
  const line = timeline(
    [
      { id: 'a', from: '2026-01-01', to: '2026-06-30' },
      { id: 'b', from: '2026-07-01', to: null },
    ],
    '2026-11-01',
  )
  const [a, b] = line?.bars ?? []
  expect(a?.start).toBe(0)
  expect((a?.start ?? 0) + (a?.length ?? 0)).toBeCloseTo(b?.start ?? 0)
  expect((b?.start ?? 0) + (b?.length ?? 0)).toBeCloseTo(100)
  expect(b?.isOpen).toBe(true)
  expect(line?.today).toBeGreaterThan(b?.start ?? 0)
  expect(line?.today).toBeLessThan(100)
})

it('a version that is to come stands after today', () => {
  const line = timeline([{ id: 'a', from: '2027-01-01', to: null }], '2026-11-01')
  expect(line?.today).toBe(0)
  expect(line?.bars[0]?.start).toBeGreaterThan(0)
})

it('without spans there is no line', () => {
  expect(timeline([], '2026-11-01')).toBeUndefined()
})
