import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import { DataTable } from '@/ui/table/DataTable'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { importColumns } from './columns'
import { IMPORT_KINDS, KindContext, useImportKind } from './kind'
import { importList } from './list'
import { isRunning } from './steps'

const POLL_MS = 1000

/** The imports of one kind. */
export function ImportsPage({ kind }: { kind: keyof typeof IMPORT_KINDS }) {
  return (
    <KindContext value={IMPORT_KINDS[kind]}>
      <Page />
    </KindContext>
  )
}

function Page() {
  const { t } = useTranslation('imports')
  const kind = useImportKind()
  const { own } = kind
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(importList)
  const { page, per_page, refused_days } = list.query
  const imports = kind.useList(
    { page, per_page, ...(own ? {} : { refused_days }) },
    {
      query: {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          state.data?.data.some(({ status }) => isRunning(status)) ? POLL_MS : false,
      },
    },
  )
  const withClient = !own && can['client.select'] === true
  const columns = useMemo(() => importColumns(t, format, withClient, own), [t, format, withClient, own])
  const title = t(own ? `${own}.imports` : 'title')
  const create = can[kind.right] && (
    <Button component={AppLink} to={kind.create()} leftSection={<IconUpload size={16} aria-hidden />}>
      {t('importFile')}
    </Button>
  )
  return (
    <ResourcePage title={title} text={t(own ? `${own}.text` : 'text')} action={create}>
      {!own && <RefusedTabs list={list} />}
      <DataTable
        label={title}
        result={imports}
        list={list}
        load={kind.load}
        columns={columns}
        rowLabel={(row) => row.file_name}
        rowTo={({ id }) => kind.show({ id })}
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
