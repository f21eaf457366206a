import { useTranslation } from 'react-i18next'
import { StepLine } from '@/ui/StepLine'
import { type Progress, STEPS } from './progress'
import { stageTextKey } from './status'

/** The seven stages of a tracked shipment. */
export function ProgressLine({ step, course }: Progress) {
  const { t } = useTranslation('tracking')
  return (
    <StepLine
      label={t('progress.label')}
      steps={STEPS.map((stage) => t(stageTextKey(stage)))}
      here={step}
      course={course}
      done={t('progress.done')}
      position={t('progress.of', { step: step + 1, total: STEPS.length })}
    />
  )
}
