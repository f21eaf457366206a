import { useTranslation } from 'react-i18next'
import type { ShipmentStatus } from '@/api/schema'
import { StepLine } from '@/ui/StepLine'
import { courseOf, stageOf, WAY_STAGES } from './stages'

/** The stages of a shipment; nothing where the status does not tell the stage. */
export function StageBar({ status }: { status: ShipmentStatus }) {
  const { t } = useTranslation('shipments')
  const here = stageOf(status)
  if (here === undefined) return null
  return (
    <StepLine
      label={t('way.label')}
      steps={WAY_STAGES.map((name) => t(`way.${name}`))}
      here={here}
      course={courseOf(status)}
      done={t('way.done')}
      position={t('way.of', { step: here + 1, total: WAY_STAGES.length })}
    />
  )
}
