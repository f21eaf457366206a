import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { Camera } from './Camera'
import classes from './ScanField.module.css'
import { ScanTools } from './ScanTools'
import { useAwake } from './useAwake'
import { useDeviceText } from './useDeviceText'
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
  const [camera, setCamera] = useState<'open' | 'closed'>()
  const typed = useDeviceText((code) => onCode(code))
  useStrayTyping(field)
  useAwake()
  return (
    <div className={classes.frame}>
      <TextInput
        {...typed}
        ref={field}
        size="md"
        label={label}
        leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden />}
        classNames={{ label: classes.label, input: classes.input }}
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
