import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentImportList, useShipmentImportList } from '@/api/generated/endpoints/imports/imports'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import { DataTable } from '@/ui/table/DataTable'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { importColumns } from './columns'
import { importList } from './list'
import { isRunning } from './steps'

const POLL_MS = 1000

export function ImportsPage() {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(importList)
  const { page, per_page, refused_days } = list.query
  const imports = useShipmentImportList(
    { page, per_page, refused_days },
    {
      query: {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          state.data?.data.some(({ status }) => isRunning(status)) ? POLL_MS : false,
      },
    },
  )
  const withClient = can['client.select'] === true
  const columns = useMemo(() => importColumns(t, format, withClient), [t, format, withClient])
  const create = can['shipment_import.create'] && (
    <Button
      component={AppLink}
      to={paths['shipments.imports.create']()}
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      {t('importFile')}
    </Button>
  )
  return (
    <ResourcePage title={t('title')} text={t('text')} action={create}>
      <RefusedTabs list={list} />
      <DataTable
        label={t('title')}
        result={imports}
        list={list}
        load={shipmentImportList}
        columns={columns}
        rowLabel={(row) => row.file_name}
        rowTo={({ id }) => paths['shipments.imports.show']({ id })}
        empty={{ icon: IconFileSpreadsheet, title: t('empty'), text: t('emptyText'), action: create }}
      />
    </ResourcePage>
  )
}

/** Days of the dashboard's line. */
const RECENT_DAYS = 30

function RefusedTabs({ list }: { list: ListState<typeof importList.defaults> }) {
  const { t } = useTranslation('imports')
  const days = list.values.refused_days
  return (
    <FilterTabs
      label={t('count.refused_lines')}
      value={days}
      options={[
        { value: undefined, label: t('all') },
        { value: days ?? RECENT_DAYS, label: t('withRefused', { count: days ?? RECENT_DAYS }) },
      ]}
      onChange={(refused_days) => list.setFilters({ refused_days })}
    />
  )
}
