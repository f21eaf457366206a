import { IconCircleCheck, IconHourglass, IconStar, IconUserPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type Indication, IndicationStatus } from '@/api/schema'
import { Money } from '@/ui/Money'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

type Words = { t: TFunction<'indications'>; isStaff: boolean }

const LOOKS = {
  [IndicationStatus.Registered]: { color: 'blue', icon: IconUserPlus },
  [IndicationStatus.Converted]: { color: 'teal', icon: IconStar },
  [IndicationStatus.Ended]: { color: 'gray', icon: IconCircleCheck },
  [IndicationStatus.Expired]: { color: 'gray', icon: IconHourglass },
} satisfies Record<IndicationStatus, Omit<StatusLook, 'label'>>

const look = (status: IndicationStatus, t: TFunction<'indications'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

const amountColumn = (
  id: 'held_amount' | 'paid_amount',
  t: TFunction<'indications'>,
): Column<Indication> => ({
  id,
  header: t(`field.${id}`),
  align: 'right',
  width: 120,
  cell: (record) => <Money amount={record[id]} currency={record.currency} />,
  text: (record) => Number(record[id]),
})

const referrerColumn = (t: TFunction<'indications'>): Column<Indication> => ({
  id: 'referrer_name',
  sortable: true,
  header: t('field.referrer'),
  width: 180,
  cell: ({ referrer_name }) => referrer_name,
  below: ({ code }) => code,
})

export const indicationColumns = ({ t, isStaff }: Words): Column<Indication>[] => [
  {
    id: 'referred_name',
    header: t('field.referred'),
    main: true,
    width: 180,
    cell: ({ referred_name }) => referred_name,
  },
  ...(isStaff ? [referrerColumn(t)] : []),
  {
    id: 'status',
    header: t('field.status'),
    width: 140,
    cell: ({ status }) => <StatusBadge status={look(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  amountColumn('held_amount', t),
  amountColumn('paid_amount', t),
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
