import { Alert, Modal, Text } from '@mantine/core'
import { IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { barcodeReader, canReadBarcodes } from './barcode'
import classes from './CameraScan.module.css'

type CameraScanProps = {
  opened: boolean
  onClose(): void
  onCode(code: string): void
  /** The result of the last code. */
  told?: string
}

/** Reads bar codes with the camera of a phone or a laptop, one after the other. */
export default function CameraScan({ opened, onClose, onCode, told }: CameraScanProps) {
  const { t } = useTranslation(['scan', 'common'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('camera.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {canReadBarcodes() ? <Viewfinder onCode={onCode} /> : <No text={t('camera.unsupported')} />}
      <Text size="sm" mt="sm" role="status" mih="1.5rem">
        {told}
      </Text>
    </Modal>
  )
}

const No = ({ text }: { text: string }) => (
  <Alert color="yellow" icon={<IconCameraOff aria-hidden />}>
    {text}
  </Alert>
)

function Viewfinder({ onCode }: Pick<CameraScanProps, 'onCode'>) {
  const { t } = useTranslation('scan')
  const video = useRef<HTMLVideoElement>(null)
  const [refused, setRefused] = useState(false)
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })

  useEffect(() => {
    const screen = video.current
    if (!screen) return
    return barcodeReader(screen, {
      onCode: (code) => latest.current(code),
      onRefused: () => setRefused(true),
    })
  }, [])

  if (refused) return <No text={t('camera.refused')} />
  return (
    <>
      <video ref={video} className={classes.video} aria-label={t('camera.picture')} muted playsInline />
      <Text size="sm" c="dimmed" mt="xs">
        {t('camera.hint')}
      </Text>
    </>
  )
}
