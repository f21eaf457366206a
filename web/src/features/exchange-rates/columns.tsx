import { Text } from '@mantine/core'
import { IconCircleCheck, IconHistory } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ExchangeRate } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

/** All decimals of a rate, and at least those that people compare. */
const written = (rate: string, { preferences }: Format) =>
  new Intl.NumberFormat(preferences.locale, { minimumFractionDigits: 4, maximumFractionDigits: 8 }).format(
    Number(rate),
  )

export const pairOf = ({ from_currency, to_currency }: ExchangeRate) => `${from_currency} → ${to_currency}`

export const exchangeRateColumns = (
  t: TFunction<'exchange-rates'>,
  format: Format,
): Column<ExchangeRate>[] => [
  {
    id: 'pair',
    header: t('field.pair'),
    main: true,
    width: 150,
    cell: (rate) => <Text fw={550}>{pairOf(rate)}</Text>,
    text: pairOf,
  },
  {
    id: 'rate',
    header: t('field.rate'),
    sortable: true,
    align: 'right',
    width: 130,
    cell: ({ rate }) => written(rate, format),
    text: ({ rate }) => Number(rate),
  },
  {
    id: 'valid_from',
    header: t('field.valid_from'),
    sortable: true,
    width: 130,
    cell: ({ valid_from }) => format.day(valid_from),
  },
  {
    id: 'state',
    header: t('field.state'),
    width: 140,
    cell: ({ replaced }) => (
      <StatusBadge
        status={
          replaced
            ? { color: 'gray', icon: IconHistory, label: t('replaced') }
            : { color: 'teal', icon: IconCircleCheck, label: t('inForce') }
        }
      />
    ),
    text: ({ replaced }) => (replaced ? t('replaced') : t('inForce')),
  },
  { id: 'source', header: t('field.source'), width: 160, cell: ({ source }) => source },
  {
    id: 'created_by',
    header: t('field.created_by'),
    width: 150,
    cell: ({ created_by_name }) => created_by_name,
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    optional: true,
    width: 170,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
