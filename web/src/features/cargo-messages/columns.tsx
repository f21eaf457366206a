import { Badge } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { CargoMessage } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { needsLook, stageLook } from './status'

type Words = { t: TFunction<'cargo-messages'>; format: Format }

export const messageColumns = ({ t, format }: Words): Column<CargoMessage>[] => [
  {
    id: 'file_name',
    header: t('field.file_name'),
    main: true,
    sortable: true,
    width: 220,
    cell: ({ file_name }) => file_name,
    below: ({ received_by_name }) => received_by_name,
  },
  { id: 'kind', header: t('field.kind'), width: 150, cell: ({ kind }) => t(`kind.${kind}`) },
  {
    id: 'stage',
    header: t('field.stage'),
    width: 170,
    cell: ({ stage }) => <StatusBadge status={stageLook(stage, t)} />,
    text: ({ stage }) => t(`stage.${stage}`),
    below: ({ problem, failure, closing_note }) =>
      closing_note ?? failure?.message ?? (problem && t(`problem.${problem}`)),
  },
  {
    id: 'report_count',
    header: t('field.report_count'),
    align: 'right',
    width: 110,
    cell: ({ report_count }) => format.number(report_count),
    text: ({ report_count }) => report_count,
  },
  {
    id: 'new_count',
    header: t('field.new_count'),
    align: 'right',
    width: 110,
    cell: ({ new_count }) => format.number(new_count),
    text: ({ new_count }) => new_count,
  },
  {
    id: 'unread',
    header: t('field.unread'),
    width: 130,
    cell: (message) =>
      needsLook(message) && (
        <Badge variant="light" color="orange" tt="none">
          {t('toLookAt')}
        </Badge>
      ),
    text: (message) => (needsLook(message) ? t('toLookAt') : ''),
  },
  {
    id: 'received_at',
    header: t('field.received_at'),
    sortable: true,
    width: 166,
    cell: ({ received_at }) => <Moment at={received_at} relative />,
    text: ({ received_at }) => new Date(received_at),
  },
]
