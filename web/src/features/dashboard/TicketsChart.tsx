import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDashboardChart } from '@/api/generated/endpoints/dashboard/dashboard'
import { ChartCard, ChartWaiting } from '@/ui/charts/ChartCard'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'

const StatusPie = lazy(() => onceOnline(() => import('./StatusPie')))

const COLORS: Record<string, string> = {
  '0': 'var(--mantine-color-teal-filled)',
  '10': 'var(--mantine-color-blue-filled)',
  '20': 'var(--mantine-color-yellow-filled)',
  '99': 'var(--mantine-color-gray-filled)',
}

/** The tickets of this month by status. */
export function TicketsChart() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const result = useDashboardChart('support-tickets:current-month')
  const chart = result.data?.data
  if (!chart) {
    if (result.error) return <LoadFailure title={t('failed')} result={result} />
    return <ChartWaiting title={t('chart.tickets')} />
  }
  const counts = chart.datasets[0]?.data ?? []
  const slices = chart.labels.map((status, at) => ({
    name: t(`ticketStatus.${status as '0'}`),
    count: counts[at] ?? 0,
    color: COLORS[status] ?? '',
  }))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <ChartCard
      title={t('chart.tickets')}
      summary={t('chart.ticketsText', { count: total, total: format.number(total) })}
      columns={[t('chart.status'), t('figure.ticket')]}
      rows={slices.map(({ name, count }) => [name, format.number(count)])}
    >
      <Suspense fallback={<Skeleton height="100%" radius="md" />}>
        <StatusPie slices={slices} label={t('figure.ticket')} number={format.number} />
      </Suspense>
    </ChartCard>
  )
}
