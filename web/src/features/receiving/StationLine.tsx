import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFromDevice, SILENCE_MS } from '@/blocks/scan/device-typing'
import { useStrayTyping } from '@/blocks/scan/useStrayTyping'

type StationLineProps = {
  /** A whole line; typed by a device or by hand. */
  onLine(line: string, isByDevice: boolean): void
}

/** The one field of the station: scanner, keyboard scale and hand type here. It has the focus for the next line at once. */
export function StationLine({ onLine }: StationLineProps) {
  const { t } = useTranslation('receiving')
  const field = useRef<HTMLInputElement>(null)
  const times = useRef<number[]>([])
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState('')
  useStrayTyping(field)

  useEffect(() => {
    field.current?.focus()
    return () => clearTimeout(silence.current)
  }, [])

  function end(line: string) {
    clearTimeout(silence.current)
    const isByDevice = isFromDevice(times.current)
    times.current = []
    setText('')
    if (line.trim()) onLine(line, isByDevice)
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
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    end(text)
  }

  return (
    <TextInput
      ref={field}
      size="lg"
      label={t('line.label')}
      description={t('line.hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<IconBarcode size={22} stroke={1.75} aria-hidden />}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={120}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
