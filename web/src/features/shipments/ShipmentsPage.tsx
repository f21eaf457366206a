import { Button } from '@mantine/core'
import { IconPackage, IconUpload } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentList } from '@/api/generated/endpoints/shipments/shipments'
import { useListMemory } from '@/api/list-memory'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { DataTable } from '@/ui/DataTable'
import { DateRangeFilter } from '@/ui/DateRangeFilter'
import { FilterBar, SearchField } from '@/ui/FilterBar'
import { FilterTabs } from '@/ui/FilterTabs'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import { SavedViews } from '@/ui/SavedViews'
import { useListParams } from '@/ui/useListParams'
import { shipmentColumns } from './columns'
import { shipmentList } from './list'

/** The statuses people look for day by day; any other is reached by the filter. */
const TABS = ['15', '10', '35', '40', '90'] as const

export function ShipmentsPage() {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(shipmentList)
  const { choice, views } = useListMemory(list)
  const shipments = useShipmentList(list.query, { query: { placeholderData: keepPreviousData } })
  const columns = useMemo(() => shipmentColumns(t, format), [t, format])
  const tabs = TABS.map((value) => ({ value, label: t(`status.${value}`) }))
  return (
    <ResourcePage
      title={t('title')}
      action={
        can.import_shipments && (
          <Button
            component={AppLink}
            to={paths['shipments.imports.index']()}
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('import')}
          </Button>
        )
      }
    >
      <FilterTabs
        label={t('field.status')}
        value={list.values.status}
        options={[{ value: undefined, label: t('all') }, ...tabs]}
        onChange={(status) => list.setFilters({ status })}
      />
      <FilterBar list={list} end={<SavedViews {...views} />}>
        <SearchField list={list} label={t('search')} />
        <DateRangeFilter
          label={t('field.created_at')}
          value={{ from: list.values.created_from, to: list.values.created_to }}
          onChange={({ from, to }) => list.setFilters({ created_from: from, created_to: to })}
        />
      </FilterBar>
      <DataTable
        label={t('title')}
        result={shipments}
        list={list}
        choice={choice}
        columns={columns}
        rowLabel={(shipment) => shipment.tracking_code}
        rowTo={(shipment) => paths['shipments.show']({ id: shipment.id })}
        empty={{ icon: IconPackage, title: t('empty'), text: t('emptyText') }}
      />
    </ResourcePage>
  )
}
