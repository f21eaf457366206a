import { Badge } from '@mantine/core'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type WaybillRange, WaybillRangeStatus } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { serialText } from '../awb'

type Words = { t: TFunction<'waybill-ranges'>; format: Format }

const LOOKS = {
  [WaybillRangeStatus.Open]: { color: 'teal', icon: IconCircleCheck },
  [WaybillRangeStatus.Closed]: { color: 'gray', icon: IconLock },
} satisfies Record<WaybillRangeStatus, Omit<StatusLook, 'label'>>

/** '020-1234563 – 1234573'. */
export const serialsOf = ({ prefix, first_serial, last_serial }: WaybillRange) =>
  `${prefix}-${serialText(first_serial)} – ${serialText(last_serial)}`

export const rangeColumns = ({ t, format }: Words): Column<WaybillRange>[] => [
  {
    id: 'prefix',
    header: t('field.serials'),
    main: true,
    sortable: true,
    width: 190,
    cell: serialsOf,
    below: ({ note }) => note,
  },
  {
    id: 'provider_name',
    header: t('field.airline'),
    sortable: true,
    width: 140,
    cell: ({ provider_name }) => provider_name,
  },
  {
    id: 'next_number',
    header: t('field.next_number'),
    width: 140,
    cell: ({ next_number, status }) => status === WaybillRangeStatus.Open && (next_number ?? t('used')),
    text: ({ next_number, status }) => (status === WaybillRangeStatus.Open ? (next_number ?? '') : ''),
  },
  {
    id: 'left',
    header: t('field.left'),
    align: 'right',
    width: 120,
    cell: ({ left, first_serial, last_serial }) =>
      t('leftOf', { number: format.number(left), total: format.number(last_serial - first_serial + 1) }),
    text: ({ left }) => left,
  },
  {
    id: 'airline_left',
    header: t('field.airline_left'),
    align: 'right',
    width: 130,
    cell: ({ airline_left, is_low }) => (
      <>
        {format.number(airline_left)}{' '}
        {is_low && (
          <Badge variant="light" color="orange" tt="none">
            {t('low')}
          </Badge>
        )}
      </>
    ),
    text: ({ airline_left }) => airline_left,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 120,
    cell: ({ status }) => <StatusBadge status={{ ...LOOKS[status], label: t(`status.${status}`) }} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ reason }) => reason,
  },
  {
    id: 'received_on',
    roomy: true,
    header: t('field.received_on'),
    sortable: true,
    width: 120,
    cell: ({ received_on }) => format.day(received_on),
  },
  {
    id: 'alert_below',
    optional: true,
    header: t('field.alert_below'),
    align: 'right',
    width: 120,
    cell: ({ alert_below }) => format.number(alert_below),
    text: ({ alert_below }) => alert_below,
  },
  {
    id: 'closed_at',
    optional: true,
    header: t('field.closed_at'),
    width: 166,
    cell: ({ closed_at }) => closed_at && <Moment at={closed_at} relative />,
    text: ({ closed_at }) => (closed_at ? new Date(closed_at) : ''),
  },
  {
    id: 'created_at',
    optional: true,
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
