import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOnce } from './useOnce'

it('a second click in one breath calls nothing, one after the answer does', () => {
  const mutate = vi.fn((_version: number, _options: { onSettled(): void }) => undefined)
  const { result } = renderHook(() => useOnce({ mutate }))
  result.current(1)
  result.current(1)
  expect(mutate).toHaveBeenCalledTimes(1)
  mutate.mock.calls[0]?.[1].onSettled()
  result.current(2)
  expect(mutate.mock.calls.map(([version]) => version)).toEqual([1, 2])
})
