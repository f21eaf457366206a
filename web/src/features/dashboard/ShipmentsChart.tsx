import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDashboardChart } from '@/api/generated/endpoints/dashboard/dashboard'
import { useProfile } from '@/context/session'
import { ChartCard, ChartWaiting } from '@/ui/charts/ChartCard'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { LEAST_OF_CLIENT, LEAST_OF_COMPANY } from './axis'

const MonthsLine = lazy(() => onceOnline(() => import('./MonthsLine')))

/** Shipments of the last twelve months. The table has the year before, too. */
export function ShipmentsChart() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const least = useProfile().is_outside ? LEAST_OF_CLIENT : LEAST_OF_COMPANY
  const result = useDashboardChart('shipments:last-twelve-months')
  const chart = result.data?.data
  if (!chart) {
    if (result.error) return <LoadFailure title={t('failed')} result={result} />
    return <ChartWaiting title={t('chart.shipments')} />
  }
  const [before, current] = chart.datasets.map(({ data }) => data)
  const points = chart.labels.map((month, at) => ({
    name: format.month(month),
    tick: format.monthName(month),
    count: current?.[at] ?? 0,
  }))
  const total = points.reduce((sum, { count }) => sum + count, 0)
  return (
    <ChartCard
      title={t('chart.shipments')}
      summary={t('chart.shipmentsText', {
        count: total,
        total: format.number(total),
        first: points[0]?.name,
        last: points.at(-1)?.name,
      })}
      columns={[t('chart.month'), t('figure.shipment'), t('chart.before')]}
      rows={points.map(({ name, count }, at) => [
        name,
        format.number(count),
        format.number(before?.[at] ?? 0),
      ])}
    >
      <Suspense fallback={<Skeleton height="100%" radius="md" />}>
        <MonthsLine points={points} label={t('figure.shipment')} least={least} number={format.number} />
      </Suspense>
    </ChartCard>
  )
}
