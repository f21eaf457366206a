import { IconAlertTriangle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type Delivery, DeliveryStatus } from '@/api/schema'
import type { StreetOf } from '@/api/usePlaces'
import { deliveryLook } from '@/shared/deliveries/status'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

/** `hasCash`: the company collects cash with deliveries. */
type Words = { t: TFunction<'deliveries'>; format: Format; streetOf: StreetOf; hasCash: boolean }

export const deliveryColumns = ({ t, format, streetOf, hasCash }: Words): Column<Delivery>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 130,
    cell: ({ number }) => number,
  },
  {
    id: 'recipient_name',
    header: t('field.recipient'),
    sortable: true,
    width: 190,
    cell: ({ recipient_name }) => recipient_name,
    below: ({ city, country_id, address_1, address_number }) =>
      [streetOf({ country_id, address_1, address_number }), city].filter(Boolean).join(' · '),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 158,
    cell: ({ status }) => <StatusBadge status={deliveryLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: (delivery) => whatNext(delivery, t),
  },
  {
    id: 'on_date',
    header: t('field.on_date'),
    sortable: true,
    width: 110,
    cell: ({ on_date }) => format.day(on_date),
    below: ({ from_time, to_time }) => from_time && to_time && `${from_time}–${to_time}`,
  },
  {
    id: 'route',
    header: t('field.route'),
    width: 150,
    cell: ({ route_number }) => route_number,
    below: ({ driver_name }) => driver_name,
    text: ({ route_number }) => route_number,
  },
  {
    id: 'driver',
    optional: true,
    header: t('field.driver'),
    width: 150,
    cell: ({ driver_name }) => driver_name,
  },
  ...(hasCash ? [cashColumn(t, format)] : []),
  {
    id: 'parcels',
    roomy: true,
    header: t('field.parcels'),
    align: 'right',
    width: 90,
    cell: ({ parcels }) => format.number(parcels),
    text: ({ parcels }) => parcels,
  },
  {
    id: 'attempts',
    roomy: true,
    header: t('field.attempts'),
    sortable: true,
    align: 'right',
    width: 106,
    cell: ({ attempts, max_attempts }) => t('attemptsOf', { used: attempts, max: max_attempts }),
    text: ({ attempts }) => attempts,
  },
  {
    id: 'tasks',
    optional: true,
    header: t('field.tasks'),
    width: 80,
    cell: ({ tasks }) =>
      tasks.length > 0 && (
        <IconAlertTriangle size={16} role="img" aria-label={t('tasks', { count: tasks.length })} />
      ),
    text: ({ tasks }) => tasks.map((task) => t(`task.${task}`)).join('; '),
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

/** The cash to collect; the cash that was collected is seen once somebody has counted it. */
const cashColumn = (t: TFunction<'deliveries'>, format: Format): Column<Delivery> => ({
  id: 'cash',
  roomy: true,
  header: t('field.cod_due'),
  align: 'right',
  width: 130,
  cell: ({ cod_due, cod_currency }) => cod_due && format.money(cod_due, cod_currency),
  text: ({ cod_due }) => cod_due,
  below: ({ cod_taken, cod_currency, is_cash_waiting }) => {
    if (is_cash_waiting) return t('cashWaiting')
    return cod_taken && t('cashTakenShort', { amount: format.money(cod_taken, cod_currency) })
  },
})

/** What somebody must decide, what the recipient wants, or why it failed. */
function whatNext({ status, fail_reason, choice, tasks }: Delivery, t: TFunction<'deliveries'>) {
  if (tasks.length > 0) return t('tasks', { count: tasks.length })
  if (choice && status === DeliveryStatus.Failed) return t('chosen', { choice: t(`choice.${choice}`) })
  return fail_reason && t(`reason.${fail_reason}`)
}
