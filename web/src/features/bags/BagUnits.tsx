import { IconCircleCheck, IconCircleX, IconClock, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useBagUnitList } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Bag, BagStatus, type BagUnitRequest, UnitRequestStatus } from '@/api/schema'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'

const LOOKS = {
  [UnitRequestStatus.Waiting]: { color: 'gray', icon: IconClock },
  [UnitRequestStatus.Asked]: { color: 'yellow', icon: IconSend },
  [UnitRequestStatus.Done]: { color: 'teal', icon: IconCircleCheck },
  [UnitRequestStatus.Refused]: { color: 'red', icon: IconCircleX },
} satisfies Record<UnitRequestStatus, Omit<StatusLook, 'label'>>

/** Questions to the postal operator about a bag, with its answers. */
export function BagUnits({ bag }: { bag: Bag }) {
  const { t } = useTranslation('bags')
  // Nobody is asked about an open bag without a number for the post.
  const enabled = bag.dispatch_no !== null && bag.status !== BagStatus.Cancelled
  const result = useBagUnitList(bag.id, { query: { enabled } })
  const requests = result.data?.data
  if (!requests && result.error) return <LoadFailure title={t('units.failed')} result={result} />
  if (!requests || requests.length === 0) return null
  return (
    <PageCard title={t('units.title')}>
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </PageCard>
  )
}

function Request({ request }: { request: BagUnitRequest }) {
  const { t } = useTranslation('bags')
  const format = useFormat()
  const { kind, status, operator_label, unit_code, error, attempts, asked_at, answered_at } = request
  return (
    <Facts label={t(`units.kind.${kind}`)}>
      <Fact label={t(`units.kind.${kind}`)}>{operator_label}</Fact>
      <Fact label={t('field.status')}>
        <StatusBadge status={{ ...LOOKS[status], label: t(`units.status.${status}`) }} />
      </Fact>
      <Fact label={t('units.error')} long>
        {error}
      </Fact>
      <Fact label={t('field.unit_code')} long>
        {unit_code}
      </Fact>
      <Fact label={t('units.asked')}>{asked_at && <Moment at={asked_at} />}</Fact>
      <Fact label={t('units.attempts')}>{attempts > 1 && format.number(attempts)}</Fact>
      <Fact label={t('units.answered')}>{answered_at && <Moment at={answered_at} />}</Fact>
    </Facts>
  )
}
