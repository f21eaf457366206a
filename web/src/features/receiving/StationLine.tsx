import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { singleKeysOn } from '@/ui/shortcuts'
import { isFromDevice } from './station-input'

/** A scanner without Enter is silent for this long after its last character. */
const SILENCE_MS = 120

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

/** A scanner types wherever the focus happens to be; where nothing else takes letters, they come here. */
function useStrayTyping(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const isTaken =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
      if (!/^[a-z0-9]$/i.test(event.key) || isTaken || !singleKeysOn()) return
      // Before the letter is typed, so that it lands in the field.
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
