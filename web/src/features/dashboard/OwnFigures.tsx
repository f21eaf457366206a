import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDashboardShow } from '@/api/generated/endpoints/dashboard/dashboard'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './Dashboard.module.css'
import { Figures } from './Figures'
import { ShipmentsChart } from './ShipmentsChart'

/** The figures of a client, below what the client has to do. */
export function OwnFigures() {
  const { t } = useTranslation('dashboard')
  const result = useDashboardShow()
  const dashboard = result.data?.data
  if (!dashboard && result.error) return <LoadFailure title={t('failed')} result={result} />
  return (
    <section className={classes.page} aria-label={t('own')}>
      {dashboard ? (
        <Figures statistics={dashboard.statistics} />
      ) : (
        <Skeleton className={classes.figureWaiting} radius="lg" />
      )}
      <ShipmentsChart />
    </section>
  )
}
