import type { TFunction } from 'i18next'
import type { Bag } from '@/api/schema'
import { bagLook } from '@/shared/bags/status'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { wayOf } from './way'

type Words = { t: TFunction<'bags'>; format: Format; language: string }

export const bagColumns = ({ t, format, language }: Words): Column<Bag>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ number }) => number,
    below: ({ s9_code }) => s9_code,
  },
  {
    id: 'way',
    header: t('field.way'),
    width: 120,
    cell: wayOf,
    below: ({ provider_name }) => provider_name,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 164,
    cell: ({ status }) => <StatusBadge status={bagLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'parcel_count',
    header: t('field.parcels'),
    align: 'right',
    sortable: true,
    width: 110,
    cell: ({ parcel_count, max_parcels }) =>
      t('countOf', { number: format.number(parcel_count), max: format.number(max_parcels) }),
    text: ({ parcel_count }) => parcel_count,
  },
  {
    id: 'weight',
    header: t('field.weight'),
    align: 'right',
    width: 110,
    cell: (bag) => format.weight(weightOf(bag)),
    text: weightOf,
  },
  {
    id: 'service',
    roomy: true,
    header: t('field.service'),
    width: 160,
    cell: ({ service_title_locale }) => localeText(service_title_locale, language) || t('anyService'),
  },
  {
    id: 'seal',
    roomy: true,
    header: t('field.seal'),
    width: 130,
    cell: ({ seal }) => seal,
  },
  {
    id: 'closed_at',
    roomy: true,
    header: t('field.closed_at'),
    sortable: true,
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

/** On the scale, or of the parcels and the bag itself. */
export const weightOf = ({ gross_g, tare_g, parcel_weight_g }: Bag) => gross_g ?? tare_g + parcel_weight_g
