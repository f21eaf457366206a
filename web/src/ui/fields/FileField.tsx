import { Button, CloseButton, Group, Input, Progress, Text } from '@mantine/core'
import { IconFile, IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format'
import classes from './FileField.module.css'

type FileFieldProps = {
  label: string
  value: File | null
  onChange(file: File | null): void
  /** As the input's `accept`: '.csv,.xlsx'. */
  accept?: string
  maxBytes: number
  text?: string
  /** Percent sent, while it is on its way. */
  progress?: number
  error?: ReactNode
  disabled?: boolean
}

/** Chooses one file: by the button, by dropping it, or by pasting it into the box. */
export function FileField(props: FileFieldProps) {
  const { label, value, onChange, accept, maxBytes, text, progress, error, disabled } = props
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  const format = useFormat()
  const problem = error ?? (tooLarge ? t('file.tooLarge', { max: format.bytes(maxBytes) }) : undefined)
  const described = [!value && `${id}-text`, problem && `${id}-error`].filter(Boolean).join(' ')

  function take(file: File | undefined) {
    if (!file || disabled) return
    setTooLarge(file.size > maxBytes)
    onChange(file.size > maxBytes ? null : file)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <Input.Wrapper id={id} label={label} error={problem}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra, the button inside does the same */}
      <div
        className={classes.box}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        onPaste={(event) => take(event.clipboardData.files[0])}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className={classes.input}
          accept={accept}
          disabled={disabled}
          aria-describedby={described || undefined}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        {value ? (
          <Chosen
            file={value}
            size={format.bytes(value.size)}
            onRemove={disabled ? undefined : () => onChange(null)}
          />
        ) : (
          <>
            <IconUpload size={28} stroke={1.5} aria-hidden />
            <Text size="sm" c="dimmed" id={`${id}-text`}>
              {text ?? t('file.drop')}
            </Text>
            <Button
              variant="default"
              disabled={disabled}
              tabIndex={-1}
              onClick={() => input.current?.click()}
            >
              {t('file.choose')}
            </Button>
          </>
        )}
        {progress !== undefined && (
          <>
            <Progress.Root w="100%">
              <Progress.Section value={progress} aria-label={t('file.sending')} />
            </Progress.Root>
            <Text size="sm" c="dimmed">
              {t('file.sent', { percent: format.number(Math.round(progress)) })}
            </Text>
          </>
        )}
      </div>
    </Input.Wrapper>
  )
}

function Chosen({ file, size, onRemove }: { file: File; size: string; onRemove?: () => void }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <IconFile size={20} stroke={1.5} aria-hidden />
      <Text size="sm" fw={550}>
        {file.name}
      </Text>
      <Text size="sm" c="dimmed">
        {size}
      </Text>
      {onRemove && <CloseButton aria-label={t('file.remove', { name: file.name })} onClick={onRemove} />}
    </Group>
  )
}
