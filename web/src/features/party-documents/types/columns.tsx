import type { TFunction } from 'i18next'
import type { PartyDocumentType } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'

export const documentTypeColumns = (
  t: TFunction<'document-types'>,
  common: TFunction<'common'>,
  format: Format,
): Column<PartyDocumentType>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 280,
    cell: ({ name }) => name,
  },
  {
    id: 'retention_months',
    header: t('field.retention_months'),
    sortable: true,
    width: 180,
    cell: ({ retention_months }) => (retention_months === null ? t('kept') : format.number(retention_months)),
    text: ({ retention_months }) => retention_months ?? '',
  },
  activeColumn(common),
  updatedColumn(common),
]
