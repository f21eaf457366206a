import { IconStar } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { AirportRecord } from '@/api/schema'
import { ActiveBadge, stateText } from '@/blocks/ActiveBadge'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { nameOf } from './useAirportEdits'

export function airportColumns(
  t: TFunction<'airports'>,
  common: TFunction<'common'>,
  country: (id: number) => string,
): Column<AirportRecord>[] {
  const words = { active: t('offered.yes'), inactive: t('offered.no') }
  return [
    {
      id: 'name',
      header: t('field.name'),
      main: true,
      sortable: true,
      width: 280,
      cell: nameOf,
      below: ({ nickname, name }) => (nickname ? name : undefined),
    },
    { id: 'id', header: t('field.id'), sortable: true, width: 90, cell: ({ id }) => id },
    { id: 'city', header: t('field.city'), sortable: true, width: 160, cell: ({ city }) => city },
    {
      id: 'country',
      header: t('field.country'),
      width: 150,
      cell: ({ country_id }) => country(country_id),
    },
    {
      id: 'favourite',
      header: t('field.favourite'),
      width: 120,
      cell: ({ favourite }) =>
        favourite && <StatusBadge status={{ label: t('favourite.one'), color: 'yellow', icon: IconStar }} />,
      text: ({ favourite }) => (favourite ? t('favourite.one') : ''),
    },
    {
      id: 'hidden',
      header: common('record.state'),
      width: 120,
      cell: ({ hidden }) => <ActiveBadge active={!hidden} words={words} />,
      text: ({ hidden }) => stateText({ active: !hidden }, common, words),
    },
    { id: 'phone', header: t('field.phone'), optional: true, width: 150, cell: ({ phone }) => phone },
    { id: 'email', header: t('field.email'), optional: true, width: 200, cell: ({ email }) => email },
    {
      id: 'updated_at',
      header: common('record.updated_at'),
      sortable: true,
      optional: true,
      width: 185,
      cell: ({ updated_at }) => updated_at && <Moment at={updated_at} relative />,
      text: ({ updated_at }) => (updated_at ? new Date(updated_at) : ''),
    },
  ]
}
