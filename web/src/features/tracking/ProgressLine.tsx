import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ProgressLine.module.css'
import { type Course, type Progress, STEPS } from './progress'
import { stageTextKey } from './status'

const MARKS = {
  going: undefined,
  waiting: IconAlertTriangle,
  ended: IconX,
  delivered: IconCheck,
} satisfies Record<Course, unknown>

/** The way in seven stages. On a narrow card only the present one is spelt out. */
export function ProgressLine({ step, course }: Progress) {
  const { t } = useTranslation('tracking')
  const Mark = MARKS[course] ?? undefined
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" aria-label={t('progress.label')} className={classes.line} data-course={course}>
        {STEPS.map((stage, at) => (
          <li
            key={stage}
            className={classes.step}
            data-reached={at <= step || undefined}
            data-here={at === step || undefined}
            aria-current={at === step ? 'step' : undefined}
          >
            <span className={classes.dot} aria-hidden>
              {at < step && <IconCheck size={11} stroke={3} />}
              {at === step && Mark && <Mark size={12} stroke={2.5} />}
            </span>
            <span className={classes.label}>{t(stageTextKey(stage))}</span>
            {at < step && <span className={classes.done}>{t('progress.done')}</span>}
          </li>
        ))}
      </ol>
      <p className={classes.now} aria-hidden>
        <b>{t(stageTextKey(STEPS[step] ?? 'order'))}</b>{' '}
        {t('progress.of', { step: step + 1, total: STEPS.length })}
      </p>
    </div>
  )
}
