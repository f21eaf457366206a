import { Switch } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useCargoMessageList,
  useCargoMessageSources,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { CargoMessageListParams } from '@/api/schema'
import { PagePending } from '@/blocks/PagePending'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { WaybillTabs } from '@/shared/bags/WaybillTabs'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useMessageActions } from './actions'
import { messageColumns } from './columns'
import { MESSAGE_STAGES, messageList } from './list'
import { Sources } from './Sources'
import { UploadMessages } from './UploadMessages'

type MessageListState = ListState<typeof messageList.defaults>

/** The query of the call: the tab of all has no stage. */
function queryOf({ stage, ...query }: MessageListState['query']): CargoMessageListParams {
  return stage === 'all' || stage === undefined ? query : { ...query, stage }
}

/** Messages of airlines, each as it came, and how far its reading is. */
export function MessagesPage() {
  const { isLoading, isFetched } = useCargoMessageSources()
  // Their card stands above the list, which would move.
  if (isLoading && !isFetched) return <PagePending />
  return <MessageList />
}

function MessageList() {
  const { t } = useTranslation('cargo-messages')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(messageList)
  const query = queryOf(list.query)
  const columns = useMemo(() => messageColumns({ t, format }), [t, format])
  const actions = useMessageActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={can['cargo_message.create'] && <UploadMessages />}
      tabs={
        <>
          <WaybillTabs />
          <FilterTabs
            label={t('field.stage')}
            value={list.values.stage ?? 'all'}
            options={[
              { value: 'all', label: t('all') },
              ...MESSAGE_STAGES.map((value) => ({ value, label: t(`stage.${value}`) })),
            ]}
            onChange={(stage) => list.setFilters({ stage })}
          />
        </>
      }
      filters={
        <Switch
          label={t('onlyUnread')}
          checked={list.values.unread === true}
          onChange={(event) => list.setFilters({ unread: event.currentTarget.checked || undefined })}
        />
      }
      totals={<Sources />}
      list={list}
      result={useCargoMessageList(query, PAGED)}
      columns={columns}
      rowLabel={({ file_name }) => file_name}
      rowTo={paths['cargo_messages.show']}
      menu={actions.menu}
      empty={{ icon: IconMailOpened, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}
