import { Select } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  trackingEventList as loadEvents,
  useTrackingEventList,
} from '@/api/generated/endpoints/tracking/tracking'
import { PAGED } from '@/api/record-query'
import { eventStageValues, type TrackingEventKind } from '@/api/schema'
import { StateFilter } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { trackingEventColumns } from './columns'
import { type TrackingEventListState, trackingEventList } from './list'
import { useTrackingEventSwitch } from './useTrackingEventSwitch'

const edit = ({ id }: TrackingEventKind) => paths['tracking_events.edit']({ id })

/** The catalogue of events: the system's and the company's own. */
export function TrackingEventsPage() {
  const { t, i18n } = useTranslation('tracking-events')
  const { t: common } = useTranslation()
  const { can } = useProfile()
  const list = useListParams(trackingEventList)
  const columns = useMemo(() => trackingEventColumns(t, common, i18n), [t, common, i18n])
  const recordMenu = useRecordMenu(edit, useTrackingEventSwitch())
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['tracking_events.create']()}
          label={t('create')}
          allowed={can['tracking_event.create']}
        />
      }
      tabs={<OwnTabs list={list} />}
      search={t('search')}
      filters={
        <>
          <Select
            aria-label={t('field.stage')}
            placeholder={t('field.stage')}
            clearable
            value={list.values.stage ?? null}
            data={eventStageValues.map((value) => ({ value, label: t(`stage.${value}`) }))}
            onChange={(value) => list.setFilters({ stage: value ?? undefined })}
          />
          <StateFilter list={list} />
        </>
      }
      list={list}
      load={(page, options) => loadEvents({ ...list.query, ...page }, options)}
      result={useTrackingEventList(list.query, PAGED)}
      columns={columns}
      rowLabel={(kind) => localeText(kind.short_description_locale, i18n.language) || kind.code}
      rowTo={edit}
      menu={recordMenu}
      empty={{ icon: IconListDetails, title: t('empty') }}
    />
  )
}

function OwnTabs({ list }: { list: TrackingEventListState }) {
  const { t } = useTranslation(['tracking-events', 'common'])
  return (
    <FilterTabs
      label={t('field.kind')}
      value={list.values.own}
      options={[
        { value: undefined, label: t('common:record.tab.all') },
        { value: false, label: t('kinds.system') },
        { value: true, label: t('kinds.own') },
      ]}
      onChange={(own) => list.setFilters({ own })}
    />
  )
}
