import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ClientGroup } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'

/** The clients of a group, as the list of clients filters by it. */
const clientsOf = ({ id }: ClientGroup) =>
  `${paths['clients.index']()}?${new URLSearchParams({ group_id: id })}`

export const clientGroupColumns = (
  t: TFunction<'client-groups'>,
  common: TFunction<'common'>,
  format: Format,
): Column<ClientGroup>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    sortable: true,
    width: 260,
    cell: ({ title }) => title,
  },
  { id: 'description', header: t('field.description'), width: 320, cell: ({ description }) => description },
  activeColumn(common),
  {
    id: 'client_count',
    header: t('field.client_count'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: (group) => (
      <Anchor component={AppLink} to={clientsOf(group)} size="sm">
        {format.number(group.client_count)}
      </Anchor>
    ),
    text: ({ client_count }) => client_count,
  },
  updatedColumn(common),
]
