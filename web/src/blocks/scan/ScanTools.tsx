import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCamera, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ScanField.module.css'
import { useSound } from './useSound'

/** Above a field of codes: the camera, and the switch of the sound. */
export function ScanTools({ onCamera }: { onCamera(): void }) {
  const { t } = useTranslation('scan')
  const sound = useSound()
  const label = sound.on ? t('field.soundOff') : t('field.soundOn')
  return (
    <div className={classes.tools}>
      <Tooltip label={t('camera.open')}>
        <ActionIcon aria-label={t('camera.open')} aria-haspopup="dialog" onClick={onCamera}>
          <IconCamera size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onClick={sound.toggle}>
          {sound.on ? (
            <IconVolume size={18} stroke={1.75} aria-hidden />
          ) : (
            <IconVolumeOff size={18} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
