import { IconMapPins } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  advancedPostList as loadPosts,
  useAdvancedPostList,
} from '@/api/generated/endpoints/providers/providers'
import { PAGED } from '@/api/record-query'
import type { AdvancedPostRecord } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useListParams } from '@/ui/table/useListParams'
import { advancedPostColumns } from './columns'
import { advancedPostList } from './list'
import { useAdvancedPostSwitch } from './useAdvancedPostSwitch'

const edit = ({ id }: AdvancedPostRecord) => paths['advanced_posts.edit']({ id })

/** Places where clients hand in parcels. */
export function AdvancedPostsPage() {
  const { t } = useTranslation('advanced-posts')
  const { t: common } = useTranslation()
  const { can } = useProfile()
  const list = useListParams(advancedPostList)
  const streetOf = useStreet()
  const columns = useMemo(() => advancedPostColumns(t, common, streetOf), [t, common, streetOf])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['advanced_posts.create']()}
          label={t('create')}
          allowed={can['advanced_post.create']}
        />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadPosts({ ...list.query, ...page }, options)}
      result={useAdvancedPostList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={edit}
      menu={useRecordMenu(edit, useAdvancedPostSwitch())}
      empty={{ icon: IconMapPins, title: t('empty'), text: t('emptyText') }}
    />
  )
}
