import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useDeviceText } from './useDeviceText'

function open() {
  const onText = vi.fn()
  const { result } = renderHook(() => useDeviceText(onText))
  const type = (text: string) => {
    for (let end = 1; end <= text.length; end += 1) {
      act(() => result.current.onChange({ currentTarget: { value: text.slice(0, end) } } as never))
    }
  }
  const enter = () => act(() => result.current.onKeyDown({ key: 'Enter', preventDefault: vi.fn() } as never))
  return { onText, result, type, enter }
}

it('tells what a device typed from what a hand typed', () => {
  const { onText, result, type, enter } = open()
  type('1.250 kg ')
  enter()
  type('5')
  enter()
  expect(onText.mock.calls).toEqual([
    ['1.250 kg', true],
    ['5', false],
  ])
  expect(result.current.value).toBe('')
})

it('takes no empty text', () => {
  const { onText, type, enter } = open()
  type('  ')
  enter()
  expect(onText).not.toHaveBeenCalled()
})
