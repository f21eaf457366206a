import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isFromDevice, SILENCE_MS } from './device-typing'

/**
 * The text of a field in which devices and hands type. It is taken, and the field is empty again, with Enter or once a device
 * without Enter falls silent.
 */
export function useDeviceText(onText: (text: string, isByDevice: boolean) => void) {
  const [text, setText] = useState('')
  const times = useRef<number[]>([])
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(silence.current), [])

  function end(whole: string) {
    clearTimeout(silence.current)
    const isByDevice = isFromDevice(times.current)
    times.current = []
    setText('')
    if (whole.trim()) onText(whole.trim(), isByDevice)
  }

  function change(next: string) {
    if (next.length !== text.length + 1) times.current = []
    times.current.push(performance.now())
    setText(next)
    clearTimeout(silence.current)
    silence.current = setTimeout(() => {
      if (isFromDevice(times.current)) end(next)
    }, SILENCE_MS)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !text.trim()) return
    event.preventDefault()
    end(text)
  }

  return {
    autoCapitalize: 'characters',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    enterKeyHint: 'done',
    maxLength: 120,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value),
    onKeyDown,
  } as const
}
