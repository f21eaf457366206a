import type { TFunction } from 'i18next'
import type { QuoteSummary } from '@/api/schema'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { quoteLook } from './status'

type Words = {
  t: TFunction<'quotes'>
  format: Format
  language: string
  countryName(id: number | null): string
  isStaff: boolean
}

export const quoteColumns = ({
  t,
  format,
  language,
  countryName,
  isStaff,
}: Words): Column<QuoteSummary>[] => {
  const routeOf = ({ from_country_id, to_country_id, to_city }: QuoteSummary) =>
    t('route', {
      from: countryName(from_country_id),
      to: [to_city, countryName(to_country_id)].filter(Boolean).join(', '),
    })
  const customerOf = ({ client_name, sent_to }: QuoteSummary) => client_name ?? sent_to ?? ''
  return [
    {
      id: 'number',
      header: t('field.number'),
      main: true,
      sortable: true,
      width: 96,
      cell: ({ number }) => String(number),
      below: ({ service_title_locale }) => localeText(service_title_locale, language),
    },
    ...(isStaff
      ? [{ id: 'customer', header: t('field.customer'), width: 172, cell: customerOf, text: customerOf }]
      : []),
    { id: 'route', header: t('field.route'), width: 200, cell: routeOf, text: routeOf },
    {
      id: 'total',
      header: t('field.total'),
      align: 'right',
      width: 112,
      cell: ({ total, currency }) => total && <Money amount={total} currency={currency} />,
      text: ({ total }) => Number(total),
    },
    {
      id: 'status',
      header: t('field.status'),
      width: 130,
      cell: ({ status }) => <StatusBadge status={quoteLook(status, t)} />,
      text: ({ status }) => t(`status.${status}`),
    },
    {
      id: 'valid_until',
      header: t('field.valid_until'),
      sortable: true,
      width: 112,
      cell: ({ valid_until }) => format.day(valid_until),
    },
    {
      id: 'created_at',
      header: t('field.created_at'),
      sortable: true,
      optional: true,
      width: 166,
      cell: ({ created_at }) => <Moment at={created_at} exact />,
      text: ({ created_at }) => new Date(created_at),
    },
  ]
}
