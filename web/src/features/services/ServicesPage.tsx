import { Select } from '@mantine/core'
import { IconPlaneDeparture } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  serviceList as loadServices,
  useServiceGroupSelect,
  useServiceList,
} from '@/api/generated/endpoints/services/services'
import { PAGED } from '@/api/record-query'
import { type Service, serviceModeValues } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { serviceColumns } from './columns'
import { serviceList } from './list'
import { useServiceSwitch } from './useServiceSwitch'

const edit = ({ id }: Service) => paths['services.edit']({ id })

/** The services that the company sells. */
export function ServicesPage() {
  const { t, i18n } = useTranslation('services')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(serviceList)
  const columns = useMemo(() => serviceColumns(t, common, i18n, format), [t, common, i18n, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['services.create']()} label={t('create')} allowed={can['service.create']} />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadServices({ ...list.query, ...page }, options)}
      result={useServiceList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ title_locale, code }) => localeText(title_locale, i18n.language) || code}
      rowTo={edit}
      menu={useRecordMenu(edit, useServiceSwitch())}
      empty={{ icon: IconPlaneDeparture, title: t('empty'), text: t('emptyText') }}
    />
  )
}

type FiltersProps = { list: ListState<typeof serviceList.defaults> }

function Filters({ list }: FiltersProps) {
  const { t } = useTranslation('services')
  const { data } = useServiceGroupSelect()
  const groups = data?.data ?? []
  return (
    <>
      <Select
        aria-label={t('field.mode')}
        placeholder={t('field.mode')}
        clearable
        value={list.values.mode ?? null}
        data={serviceModeValues.map((value) => ({ value, label: t(`mode.${value}`) }))}
        onChange={(value) => list.setFilters({ mode: value ?? undefined })}
      />
      {/* It has its place from the start: coming later, it would halve the one beside it. */}
      {(!data || groups.length > 0) && (
        <Select
          aria-label={t('field.group')}
          placeholder={t('field.group')}
          clearable
          value={list.values.group_id ?? null}
          data={groups.map(({ id, label }) => ({ value: id, label }))}
          onChange={(value) => list.setFilters({ group_id: value ?? undefined })}
        />
      )}
    </>
  )
}
