import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import { StepLine } from '@/ui/StepLine'
import { courseOf, stageOf, WAY_STAGES } from './stages'

const CONFIRMED = WAY_STAGES.indexOf('confirmed')

/** The stages of a shipment; nothing where the status does not tell the stage. Goods can move before the confirmation. */
export function StageBar({ status, confirmed_at }: Pick<Shipment, 'status' | 'confirmed_at'>) {
  const { t } = useTranslation('shipments')
  const here = stageOf(status)
  if (here === undefined) return null
  return (
    <StepLine
      label={t('way.label')}
      steps={WAY_STAGES.map((name) => t(`way.${name}`))}
      here={here}
      course={courseOf(status)}
      open={confirmed_at === null && here > CONFIRMED ? CONFIRMED : undefined}
      done={t('way.done')}
      position={t('way.of', { step: here + 1, total: WAY_STAGES.length })}
    />
  )
}
