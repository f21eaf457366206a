import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './StepList.module.css'
import { IMPORT_STEPS, type Step } from './steps'

/** How far the import is. */
export function StepList({ current }: { current: Step }) {
  const { t } = useTranslation('imports')
  const at = IMPORT_STEPS.indexOf(current)
  return (
    <ol className={classes.list} aria-label={t('steps')}>
      {IMPORT_STEPS.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          aria-current={index === at ? 'step' : undefined}
          data-done={index < at || undefined}
        >
          <span className={classes.number} aria-hidden>
            {index < at ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          <span className={classes.name}>{t(`step.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
