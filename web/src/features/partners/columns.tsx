import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { Partner } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const partnerColumns = (
  t: TFunction<'partners'>,
  format: Format,
  country: (id: number) => string | null,
): Column<Partner>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 220,
    cell: (partner) => partner.name,
  },
  { id: 'code', header: t('field.code'), sortable: true, width: 110, cell: (partner) => partner.code },
  {
    id: 'active',
    header: t('field.state'),
    width: 130,
    cell: (partner) => <StatusBadge status={lookOf(partner.active, t)} />,
  },
  { id: 'city', header: t('field.city'), sortable: true, width: 160, cell: (partner) => partner.city },
  {
    id: 'country',
    header: t('field.country'),
    width: 150,
    cell: (partner) => country(partner.country_id),
  },
  {
    id: 'user_count',
    header: t('field.user_count'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: (partner) => format.number(partner.user_count),
  },
  { id: 'email', header: t('field.email'), optional: true, width: 200, cell: (partner) => partner.email },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    sortable: true,
    optional: true,
    width: 185,
    cell: (partner) => <Moment at={partner.updated_at} />,
  },
]

export const lookOf = (active: boolean, t: TFunction<'partners'>): StatusLook =>
  active
    ? { label: t('state.active'), color: 'teal', icon: IconCircleCheck }
    : { label: t('state.inactive'), color: 'gray', icon: IconCircleOff }
