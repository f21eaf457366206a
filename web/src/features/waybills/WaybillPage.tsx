import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMawbEventList, useMawbShow } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Waybill, WaybillStatus } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { useProfile } from '@/context/session'
import { loadTexts } from '@/i18n'
import { Unpacking, useIsUnpackingKnown } from '@/shared/bags/Unpacking'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Amounts } from './Amounts'
import { useWaybillActions } from './actions'
import { Contents, useFirstContents } from './Contents'
import { CostSplit } from './CostSplit'
import { Events } from './Events'
import { Flights } from './Flights'
import { LeftWaybillScans } from './LeftWaybillScans'
import { Parties } from './Parties'
import { Revisions } from './Revisions'
import { WaybillFacts } from './WaybillFacts'
import { WaybillStation } from './WaybillStation'

const History = lazy(() =>
  onceOnline(async () => {
    const [page] = await Promise.all([
      import('@/shared/party/records/History'),
      loadTexts('party-records', 'activity'),
    ])
    return { default: page.History }
  }),
)

/** One waybill: its flights, what is on it, what it costs, its documents and what was done with it. */
export function WaybillPage({ id }: { id: string }) {
  const { t } = useTranslation('waybills')
  return (
    <RecordPage
      result={useMawbShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useWaybillActions()}
      side={(waybill) => <WaybillFacts waybill={waybill} />}
    >
      {(waybill) => <Cards waybill={waybill} />}
    </RecordPage>
  )
}

/** The lists are awaited together: one after the other they would move each other down. */
function Cards({ waybill }: { waybill: Waybill }) {
  const isBooked = waybill.status >= WaybillStatus.Booked
  const hasArrived = waybill.status >= WaybillStatus.Arrived
  const events = useMawbEventList(waybill.id, { query: { enabled: isBooked } })
  const contents = useFirstContents(waybill)
  const isUnpackingKnown = useIsUnpackingKnown({ waybill: waybill.id }, hasArrived)
  if (events.isLoading || contents.isLoading || !isUnpackingKnown) return <Skeleton h="60vh" radius="md" />
  return (
    <Stack>
      <Flights waybill={waybill} />
      {isBooked && <Events waybill={waybill} />}
      {hasArrived && <Unpacking waybill={waybill.id} />}
      {waybill.can.scan ? <WaybillStation waybill={waybill} /> : <LeftWaybillScans waybill={waybill} />}
      <Contents waybill={waybill} />
      <Parties waybill={waybill} />
      <Amounts waybill={waybill} />
      <CostSplit waybill={waybill} />
      {waybill.revision > 0 && <Revisions waybill={waybill} />}
      <Log waybill={waybill} />
    </Stack>
  )
}

/** The history of the waybill, for those who may read the audit log. */
function Log({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const { menu } = useProfile()
  if (!menu.audit_log) return null
  return (
    <PageCard title={t('history')}>
      <Suspense>
        <History id={waybill.id} />
      </Suspense>
    </PageCard>
  )
}
