import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShipmentStatus } from '@/api/schema'
import classes from './StageBar.module.css'
import { courseOf, stageOf, WAY_STAGES } from './stages'

/** How far the shipment has come. On a narrow page only the present stage is spelt out. */
export function StageBar({ status }: { status: ShipmentStatus }) {
  const { t } = useTranslation('shipments')
  const here = stageOf(status)
  if (here === undefined) return null
  const course = courseOf(status)
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" aria-label={t('way.label')} className={classes.line} data-course={course}>
        {WAY_STAGES.map((name, at) => (
          <li
            key={name}
            className={classes.step}
            data-reached={at <= here || undefined}
            data-here={at === here || undefined}
            aria-current={at === here ? 'step' : undefined}
          >
            <span className={classes.dot} aria-hidden>
              {(at < here || course === 'delivered') && <IconCheck size={11} stroke={3} />}
              {at === here && course === 'waiting' && <IconAlertTriangle size={11} stroke={2.5} />}
            </span>
            <span className={classes.label}>{t(`way.${name}`)}</span>
            {at < here && <VisuallyHidden>{t('way.done')}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      <p className={classes.now} aria-hidden>
        <b>{t(`way.${WAY_STAGES[here] ?? 'created'}`)}</b>{' '}
        {t('way.of', { step: here + 1, total: WAY_STAGES.length })}
      </p>
    </div>
  )
}
