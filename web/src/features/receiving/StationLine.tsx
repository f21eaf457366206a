import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAwake } from '@/blocks/scan/useAwake'
import { useDeviceText } from '@/blocks/scan/useDeviceText'
import { useStrayTyping } from '@/blocks/scan/useStrayTyping'

type StationLineProps = {
  /** A whole line; typed by a device or by hand. */
  onLine(line: string, isByDevice: boolean): void
}

/** The one field of the station: scanner, keyboard scale and hand type here. It has the focus for the next line at once. */
export function StationLine({ onLine }: StationLineProps) {
  const { t } = useTranslation('receiving')
  const field = useRef<HTMLInputElement>(null)
  const typed = useDeviceText(onLine)
  useStrayTyping(field)
  useAwake()
  useEffect(() => field.current?.focus(), [])
  return (
    <TextInput
      {...typed}
      ref={field}
      size="lg"
      label={t('line.label')}
      description={t('line.hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<IconBarcode size={22} stroke={1.75} aria-hidden />}
    />
  )
}
