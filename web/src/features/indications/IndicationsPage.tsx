import { Box, Button } from '@mantine/core'
import { IconAdjustments, IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  indicationList as loadIndications,
  useIndicationList,
  useIndicationRuleShow,
} from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import type { IndicationListParams, IndicationStatus, ReferralRules } from '@/api/schema'
import { PagePending } from '@/blocks/PagePending'
import { RecordList } from '@/blocks/RecordList'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { sentences } from '@/ui/wording'
import { indicationColumns } from './columns'
import { INDICATION_TABS, indicationList } from './list'
import { OwnCode } from './OwnCode'

const RuleDialog = lazy(() => onceOnline(() => import('./RuleDialog')))

type IndicationState = ListState<typeof indicationList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: IndicationState['query']): IndicationListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as IndicationStatus }
}

/** Who has sent whom, and what it brought. The rule is told above the list, which waits for it and then stays in its place. */
export function IndicationsPage() {
  const { data, error } = useIndicationRuleShow()
  return data || error ? <IndicationList rule={data?.data} /> : <PagePending />
}

/** A client finds the link to send there. */
function IndicationList({ rule }: { rule?: ReferralRules }) {
  const { t } = useTranslation('indications')
  const { is_outside, can } = useProfile()
  const list = useListParams(indicationList)
  const query = queryOf(list.query)
  const columns = useMemo(() => indicationColumns({ t, isStaff: !is_outside }), [t, is_outside])
  return (
    <RecordList
      title={t('title')}
      text={useTerms(rule)}
      action={rule && <ChangeRule rule={rule} />}
      tabs={
        <>
          {is_outside && can['indication.invite'] && (
            <Box mb="xs">
              <OwnCode />
            </Box>
          )}
          <FilterTabs
            label={t('field.status')}
            value={list.values.status ?? 'all'}
            options={INDICATION_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
            onChange={(status) => list.setFilters({ status })}
          />
        </>
      }
      search={is_outside ? undefined : t('search')}
      list={list}
      load={(page, options) => loadIndications({ ...query, ...page }, options)}
      result={useIndicationList(query, PAGED)}
      columns={columns}
      rowLabel={({ referred_name }) => referred_name}
      empty={{
        icon: IconUserPlus,
        title: t('empty'),
        text: is_outside ? t('emptyOwn') : t('emptyText'),
        action: null,
      }}
    />
  )
}

/** The rule in words; nothing before it is there. */
function useTerms(rule: ReferralRules | undefined) {
  const { t } = useTranslation('indications')
  const { config } = useSite()
  const format = useFormat()
  if (!rule) return undefined
  const { percent, fixed, first, cap, hold_days } = rule
  const amount = fixed
    ? format.money(fixed, config.currency)
    : t('terms.percent', { percent: format.number(Number(percent)) })
  return sentences([
    t('terms.text', { amount, count: first }),
    ...(cap ? [t('terms.cap', { amount: format.money(cap, config.currency) })] : []),
    t('terms.hold', { count: hold_days }),
  ])
}

function ChangeRule({ rule }: { rule: ReferralRules }) {
  const { t } = useTranslation('indications')
  const { can } = useProfile()
  const [opened, setOpened] = useState(false)
  const [isSeen, setIsSeen] = useState(false)
  if (!can['indication.update']) return null
  return (
    <>
      <Button
        variant="default"
        classNames={ICON_ON_PHONE}
        leftSection={<IconAdjustments size={16} aria-hidden />}
        onClick={() => {
          setIsSeen(true)
          setOpened(true)
        }}
      >
        {t('rule.change')}
      </Button>
      {isSeen && (
        <Suspense>
          <RuleDialog rule={rule} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
