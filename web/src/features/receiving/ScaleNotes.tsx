import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isDay } from '@/ui/fields/birthday'
import { useFormat } from '@/ui/format'
import type { Station } from './useStation'

/** The tare that is taken off each weight, and whether the scale was to be calibrated. */
export function ScaleNotes({ station }: { station: Station }) {
  const { t } = useTranslation('receiving')
  const format = useFormat()
  const { tare_g = 0, calibration_due = '' } = station
  const isOverdue = isDay(calibration_due) && calibration_due < format.today()
  return (
    <>
      {tare_g > 0 && <Text size="sm">{t('scale.tare', { weight: format.weight(tare_g) })}</Text>}
      {isOverdue && (
        <Text size="sm" c="orange">
          {t('scale.calibrationOverdue', { day: format.day(calibration_due) })}
        </Text>
      )}
    </>
  )
}
