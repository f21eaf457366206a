import type { TFunction } from 'i18next'
import type { UserProfileSummary } from '@/api/schema'
import { activeColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const profileColumns = (
  t: TFunction<'profiles'>,
  common: TFunction<'common'>,
  format: Format,
): Column<UserProfileSummary>[] => [
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
  activeColumn(common, t('state', { returnObjects: true })),
  {
    id: 'bearer_count',
    header: t('field.bearer_count'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: (profile) => format.number(profile.bearer_count),
    text: (profile) => profile.bearer_count,
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
    cell: (profile) => <Moment at={profile.updated_at} relative />,
    text: (profile) => new Date(profile.updated_at),
  },
]
