import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { UserProfileSummary } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const profileColumns = (t: TFunction<'profiles'>, format: Format): Column<UserProfileSummary>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 200,
    cell: (profile) => profile.name,
  },
  {
    id: 'kind',
    header: t('field.kind'),
    sortable: true,
    width: 130,
    cell: (profile) => t(`kind.${profile.kind}`),
  },
  {
    id: 'active',
    header: t('field.status'),
    width: 130,
    cell: (profile) => <StatusBadge status={activeLook(profile.active, t)} />,
  },
  {
    id: 'bearer_count',
    header: t('field.bearer_count'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: (profile) => format.number(profile.bearer_count),
  },
  {
    id: 'description',
    optional: true,
    header: t('field.description'),
    width: 240,
    cell: (profile) => profile.description,
  },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    sortable: true,
    width: 185,
    cell: (profile) => <Moment at={profile.updated_at} />,
  },
]

const activeLook = (active: boolean, t: TFunction<'profiles'>) =>
  active
    ? { label: t('state.on'), color: 'teal', icon: IconCircleCheck }
    : { label: t('state.off'), color: 'gray', icon: IconCircleOff }
