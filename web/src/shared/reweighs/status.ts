import { IconCircleCheck, IconHourglass, IconMessage2Exclamation, IconScale } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type Reweigh, ReweighStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [ReweighStatus.Measured]: { color: 'gray', icon: IconScale },
  [ReweighStatus.Held]: { color: 'orange', icon: IconHourglass },
  [ReweighStatus.Disputed]: { color: 'yellow', icon: IconMessage2Exclamation },
  [ReweighStatus.Settled]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<ReweighStatus, Omit<StatusLook, 'label'>>

export const reweighLook = (status: ReweighStatus, t: TFunction<'reweighs'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

type Weighed = Pick<Reweigh, 'status' | 'outcome' | 'verdict'>

/** Says what became of it, or whom it waits for. A disputed one no longer waits for its client. */
export function reweighWord({ status, outcome, verdict }: Weighed, t: TFunction<'reweighs'>) {
  if (outcome) return t(`outcome.${outcome}`)
  return status === ReweighStatus.Disputed ? t('waitsForDecision') : t(`verdict.${verdict}`)
}

type Priced = Pick<Reweigh, 'verdict' | 'total_before' | 'total_after' | 'difference'>

/** Half of the finest amount of the API: a difference of floating numbers is not exact. */
const HALF_PART = 0.00005

/** Less goes back than the price fell: a part of it was given back before. */
export const isLessBack = ({ verdict, total_before, total_after, difference }: Priced) =>
  verdict === 'refunded' && Number(difference) > Number(total_after) - Number(total_before) + HALF_PART
