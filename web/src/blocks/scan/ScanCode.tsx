import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Camera } from './Camera'
import { isFromDevice, SILENCE_MS } from './device-typing'
import classes from './ScanField.module.css'
import { ScanTools } from './ScanTools'
import { useStrayTyping } from './useStrayTyping'

type ScanCodeProps = {
  field: RefObject<HTMLInputElement | null>
  label: string
  /** A code; the same can come again. */
  onCode(code: string): void
  /** Puts the focus where it belongs once the camera is closed; absent, it is the field. */
  onCameraClosed?: () => void
  /** The result of the last code, for whoever looks through the camera. */
  told?: string | undefined
}

/** Takes one code after the other: from a scanner with or without Enter, the keyboard or the camera. */
export function ScanCode({ field, label, onCode, onCameraClosed, told }: ScanCodeProps) {
  const [text, setText] = useState('')
  const [camera, setCamera] = useState<'open' | 'closed'>()
  const times = useRef<number[]>([])
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined)
  useStrayTyping(field)
  useEffect(() => () => clearTimeout(silence.current), [])

  function end(code: string) {
    clearTimeout(silence.current)
    times.current = []
    setText('')
    if (code.trim()) onCode(code.trim())
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

  return (
    <div className={classes.frame}>
      <TextInput
        ref={field}
        size="md"
        label={label}
        leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden />}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={120}
        classNames={{ label: classes.label, input: classes.input }}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ScanTools onCamera={() => setCamera('open')} />
      {camera && (
        <Camera
          opened={camera === 'open'}
          onClose={() => {
            setCamera('closed')
            if (onCameraClosed) onCameraClosed()
            else field.current?.focus()
          }}
          onCode={onCode}
          {...(told && { told })}
        />
      )}
    </div>
  )
}
