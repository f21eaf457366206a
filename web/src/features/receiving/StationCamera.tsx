import { Alert, Button } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showCamera, takePicture } from '@/blocks/scan/live-camera'
import { PageCard } from '@/ui/PageCard'
import classes from './Receiving.module.css'

/** Enough to read a label; the photo is made smaller before it is sent. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } }

type StationCameraProps = {
  /** No parcel is in hand, or something is being saved. */
  disabled: boolean
  onPhoto(file: File): void
}

/** The camera above the table: what it sees, and a button that takes it as the photo of the parcel in hand. */
export default function StationCamera({ disabled, onPhoto }: StationCameraProps) {
  const { t } = useTranslation('receiving')
  const video = useRef<HTMLVideoElement>(null)
  const [refused, setRefused] = useState(false)

  useEffect(() => {
    const screen = video.current
    if (!screen) return
    return showCamera(screen, SIZE, { onRefused: () => setRefused(true) })
  }, [])

  async function take() {
    const photo = video.current && (await takePicture(video.current))
    if (photo) onPhoto(photo)
  }

  return (
    <PageCard title={t('camera.title')}>
      {refused ? (
        <Alert color="yellow" icon={<IconCameraOff aria-hidden />}>
          {t('camera.refused')}
        </Alert>
      ) : (
        <>
          <video ref={video} className={classes.camera} aria-label={t('camera.picture')} muted playsInline />
          <Button
            mt="sm"
            variant="default"
            disabled={disabled}
            leftSection={<IconCamera size={18} aria-hidden />}
            // The scanner goes on typing into its line.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void take()}
          >
            {t('camera.take')}
          </Button>
        </>
      )}
    </PageCard>
  )
}
