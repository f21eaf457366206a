import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { Subsidiary } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const subsidiaryColumns = (
  t: TFunction<'subsidiaries'>,
  format: Format,
  country: (id: number) => string | null,
): Column<Subsidiary>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    sortable: true,
    width: 200,
    cell: (subsidiary) => subsidiary.title,
  },
  {
    id: 'active',
    header: t('field.state'),
    width: 130,
    cell: (subsidiary) => <StatusBadge status={lookOf(subsidiary.active, t)} />,
  },
  { id: 'city', header: t('field.city'), sortable: true, width: 170, cell: (subsidiary) => subsidiary.city },
  {
    id: 'country',
    header: t('field.country'),
    width: 150,
    cell: (subsidiary) => country(subsidiary.country_id),
  },
  {
    id: 'user_count',
    header: t('field.user_count'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: (subsidiary) => format.number(subsidiary.user_count),
  },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    sortable: true,
    optional: true,
    width: 185,
    cell: (subsidiary) => <Moment at={subsidiary.updated_at} />,
  },
]

export const lookOf = (active: boolean, t: TFunction<'subsidiaries'>): StatusLook =>
  active
    ? { label: t('state.open'), color: 'teal', icon: IconCircleCheck }
    : { label: t('state.closed'), color: 'gray', icon: IconCircleOff }
