import type { TFunction } from 'i18next'
import type { ImportSummary } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { statusLook } from './status'

export const importColumns = (
  t: TFunction<'imports'>,
  format: Format,
  withClient: boolean,
  own: 'clients' | 'stock' | undefined,
): Column<ImportSummary>[] => {
  const count = (
    id: keyof ImportSummary['counts'],
    width: number,
    header = t(`count.${id}` as 'count.lines'),
  ): Column<ImportSummary> => ({
    id,
    header,
    align: 'right',
    width,
    cell: ({ counts }) => format.number(counts[id]),
    text: ({ counts }) => counts[id],
  })
  const client: Column<ImportSummary> = {
    id: 'client_name',
    header: t('client'),
    width: 180,
    optional: true,
    cell: (row) => row.client_name ?? t('ownCompany'),
  }
  return [
    { id: 'file_name', header: t('file'), main: true, width: 150, cell: (row) => row.file_name },
    {
      id: 'status',
      header: t('statusLabel'),
      width: 140,
      cell: (row) => <StatusBadge status={statusLook(row.status, t)} />,
      text: (row) => statusLook(row.status, t).label,
    },
    ...(withClient ? [client] : []),
    count('lines', 80),
    own ? count('taken_lines', 130, t(`${own}.taken`)) : count('new_shipments', 130),
    count('refused_lines', 135),
    { id: 'created_by_name', roomy: true, header: t('by'), width: 110, cell: (row) => row.created_by_name },
    {
      id: 'created_at',
      header: t('when'),
      width: 166,
      cell: (row) => <Moment at={row.created_at} exact />,
      text: (row) => new Date(row.created_at),
    },
  ]
}
