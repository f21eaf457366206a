import { Select, Text } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewList as loadReviews, useReviewList } from '@/api/generated/endpoints/reviews/reviews'
import { PAGED } from '@/api/record-query'
import type { ReviewListParams, ReviewStatus, ReviewTotals } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useReviewActions } from './actions'
import { reviewColumns } from './columns'
import { REVIEW_TABS, reviewList, SCORES } from './list'

type ReviewListState = ListState<typeof reviewList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: ReviewListState['query']): ReviewListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as ReviewStatus }
}

/** The words of clients about deliveries: staff answer and publish it, clients rate their own shipments. */
export function ReviewsPage() {
  const { t } = useTranslation('reviews')
  const { is_outside } = useProfile()
  const list = useListParams(reviewList)
  const query = queryOf(list.query)
  const result = useReviewList(query, PAGED)
  const columns = useMemo(() => reviewColumns({ t, isStaff: !is_outside }), [t, is_outside])
  const actions = useReviewActions()
  const totals = result.data?.meta.totals
  return (
    <RecordList
      title={t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      tabs={<Tabs list={list} totals={totals} />}
      search={is_outside ? t('searchOwn') : t('search')}
      filters={<Filters list={list} />}
      totals={<Average totals={totals} />}
      list={list}
      load={(page, options) => loadReviews({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ tracking_code }) => tracking_code}
      rowTo={paths['reviews.show']}
      menu={actions.menu}
      empty={{ icon: IconStar, title: t('empty'), text: is_outside ? t('emptyOwn') : t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

/** The average of what is published, with the number of the reviews that it is made of. */
function Average({ totals }: { totals: ReviewTotals | undefined }) {
  const { t } = useTranslation('reviews')
  const format = useFormat()
  const text =
    totals?.average &&
    t('average', { average: format.number(Number(totals.average)), count: totals.published })
  return (
    <Text size="sm" mb="xs">
      {/* The line keeps its room, so that the list does not move when it comes. */}
      {text || '\u00a0'}
    </Text>
  )
}

function Tabs({ list, totals }: { list: ReviewListState; totals: ReviewTotals | undefined }) {
  const { t } = useTranslation('reviews')
  const counts = totals && {
    all: totals.invited + totals.submitted + totals.published + totals.hidden,
    '10': totals.invited,
    '20': totals.submitted,
    '30': totals.published,
    '40': totals.hidden,
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'all'}
      tabs={REVIEW_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

function Filters({ list }: { list: ReviewListState }) {
  const { t } = useTranslation('reviews')
  const { is_outside } = useProfile()
  const { client_id, score } = list.values
  return (
    <>
      <Select
        aria-label={t('field.score')}
        placeholder={t('field.score')}
        clearable
        value={score ? String(score) : null}
        data={SCORES.map((value) => ({ value: String(value), label: t('score', { score: value }) }))}
        onChange={(value) => list.setFilters({ score: SCORES.find((one) => String(one) === value) })}
      />
      {!is_outside && (
        <MoreFilters count={client_id ? 1 : 0}>
          <ClientChoice
            label={t('field.client')}
            withinPortal={false}
            value={client_id}
            onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
          />
        </MoreFilters>
      )}
    </>
  )
}
