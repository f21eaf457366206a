import { Skeleton } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDashboardShow } from '@/api/generated/endpoints/dashboard/dashboard'
import type { Dashboard } from '@/api/schema'
import { useProfile } from '@/context/session'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { Attention } from './Attention'
import classes from './Dashboard.module.css'
import { Figures } from './Figures'
import { Setup } from './Setup'
import { ShipmentsChart } from './ShipmentsChart'
import { Shortcuts } from './Shortcuts'
import { TicketsChart } from './TicketsChart'
import { Today } from './Today'

/** The home of staff: the month in figures, what needs attention, and the year as a line. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  // The steps of a new company are done on other pages: whoever comes back from one sees it done.
  const result = useDashboardShow({ query: { staleTime: 0 } })
  const dashboard = result.data?.data
  return (
    <ResourcePage title={t('title')}>
      {dashboard ? (
        <Content dashboard={dashboard} />
      ) : result.error ? (
        <LoadFailure title={t('failed')} result={result} />
      ) : (
        <Waiting />
      )}
    </ResourcePage>
  )
}

function Content({ dashboard: { statistics, attention, today, setup } }: { dashboard: Dashboard }) {
  if (Object.values(statistics).every((one) => one === null)) return <Welcome />
  return (
    <div className={classes.page}>
      {setup && <Setup setup={setup} />}
      <Shortcuts />
      <Today today={today} />
      <Figures statistics={statistics} />
      <Attention causes={attention} />
      <div className={classes.charts}>
        {statistics.shipments && <ShipmentsChart />}
        {statistics.support_tickets && <TicketsChart />}
      </div>
    </div>
  )
}

/** For somebody nobody has given anything to do yet. */
function Welcome() {
  const { t } = useTranslation('shell')
  const { name } = useProfile()
  return <EmptyState icon={IconHome} title={t('welcome', { name })} text={t('welcomeText')} />
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="status" aria-label={t('loading')}>
      <div className={classes.figures}>
        <Skeleton className={classes.figureWaiting} radius="lg" />
        <Skeleton className={classes.figureWaiting} radius="lg" />
      </div>
      <Skeleton className={classes.chartWaiting} radius="lg" />
    </div>
  )
}
