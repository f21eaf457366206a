import { Tooltip } from '@mantine/core'
import { type Icon, IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Statistic, Trend } from '@/api/schema'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import classes from './Dashboard.module.css'
import { Sparkline } from './Sparkline'

const ARROWS: Record<Trend, Icon> = { up: IconArrowUpRight, down: IconArrowDownRight, flat: IconArrowRight }

export type FigureName = 'shipments' | 'clients' | 'support_tickets'

type FigureCardProps = {
  name: FigureName
  statistic: Statistic
  /** The list of what is counted, if there is one. */
  to?: string
}

/** A figure of the month, compared with the month before; the whole card leads to its list. */
export function FigureCard({ name, statistic, to }: FigureCardProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const title = t(`figure.${name}`)
  return (
    <article className={classes.figure} aria-label={title} data-link={to ? true : undefined}>
      <h2 className={classes.figureTitle}>{to ? <AppLink to={to}>{title}</AppLink> : title}</h2>
      <div className={classes.numbers}>
        <strong>{format.number(statistic.total_month)}</strong>
        {/* More questions are no success. */}
        <Comparison statistic={statistic} good={name !== 'support_tickets'} />
      </div>
      <p className={classes.before}>
        {statistic.total_last_period === 0
          ? '\u00a0'
          : t('lastMonth', {
              total: format.number(statistic.total_last_period),
              toDate: format.number(statistic.total_last_period_to_date),
            })}
      </p>
      <Chart statistic={statistic} />
    </article>
  )
}

function Comparison({ statistic, good }: Pick<FigureCardProps, 'statistic'> & { good: boolean }) {
  const { percent, total_last_period, trend } = statistic
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const Arrow = ARROWS[trend]
  const isFirst = total_last_period === 0
  const isNew = isFirst && percent !== null
  const direction = isNew ? `${t(`trend.${trend}`)}, ${t('noneBefore')}` : t(`trend.${trend}`)
  const words = (share: number) =>
    isFirst ? format.percent(share) : t('ofLastMonth', { percent: format.percent(share) })
  return (
    <Tooltip label={t('noneBefore')} disabled={!isNew}>
      {/* Without a month to compare with there is nothing to be glad of. */}
      <span className={classes.trend} data-trend={trend} data-good={(good && !isFirst) || undefined}>
        <Arrow size={16} stroke={2} role="img" aria-label={direction} />
        {percent === null ? t('noneYet') : words(percent)}
      </span>
    </Tooltip>
  )
}

function Chart({ statistic: { chart } }: Pick<FigureCardProps, 'statistic'>) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  if (chart.length === 0) return <div className={classes.spark} />
  const label = t('spark', {
    least: format.number(Math.min(...chart)),
    most: format.number(Math.max(...chart)),
    today: format.number(chart.at(-1) ?? 0),
  })
  return <Sparkline values={chart} label={label} />
}
