import { IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  priceAssignmentList as loadAssignments,
  usePriceAssignmentList,
} from '@/api/generated/endpoints/prices/prices'
import { PAGED } from '@/api/record-query'
import { type PriceAssignment, priceScopeValues } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { updatedColumn } from '@/blocks/record-columns'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { type Format, useFormat } from '@/ui/format'
import type { Column, MenuEntry } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { priceAssignmentList } from './list'
import { useAssignmentDelete } from './useAssignmentDelete'

const edit = ({ id }: PriceAssignment) => paths['price_assignments.edit']({ id })

function columnsOf(
  t: TFunction<'price-assignments'>,
  common: TFunction<'common'>,
  format: Format,
  showsCosts: boolean,
): Column<PriceAssignment>[] {
  const cost: Column<PriceAssignment> = {
    id: 'cost_table_code',
    header: t('field.cost_table_id'),
    width: 160,
    cell: ({ cost_table_title }) => cost_table_title ?? '–',
    below: ({ cost_table_code }) => cost_table_code,
  }
  return [
    {
      id: 'scope_name',
      header: t('field.scope_name'),
      main: true,
      sortable: true,
      width: 220,
      cell: ({ scope_name, scope }) => scope_name ?? t(`scope.${scope}`),
      below: ({ scope }) => t(`scope.${scope}`),
    },
    {
      id: 'service_code',
      header: t('field.service_id'),
      width: 140,
      cell: ({ service_code }) => service_code ?? t('anyService'),
    },
    {
      id: 'sell_table_code',
      header: t('field.sell_table_id'),
      width: 160,
      cell: ({ sell_table_title }) => sell_table_title ?? '–',
      below: ({ sell_table_code }) => sell_table_code,
    },
    ...(showsCosts ? [cost] : []),
    {
      id: 'valid_from',
      header: t('field.valid_from'),
      sortable: true,
      width: 130,
      cell: ({ valid_from }) => format.day(valid_from),
    },
    {
      id: 'valid_to',
      header: t('field.valid_to'),
      sortable: true,
      width: 130,
      cell: ({ valid_to }) => (valid_to ? format.day(valid_to) : t('endless')),
    },
    updatedColumn(common),
  ]
}

/** Which price tables apply to whom. */
export function AssignmentsPage() {
  const { t } = useTranslation('price-assignments')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(priceAssignmentList)
  const create = paths['price_assignments.create']()
  const { client_id } = list.values
  const showsCosts = Boolean(can['price_cost.show'])
  const columns = useMemo(() => columnsOf(t, common, format, showsCosts), [t, common, format, showsCosts])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={client_id ? `${create}?client_id=${client_id}` : create}
          label={t('create')}
          allowed={can['price_assignment.create']}
        />
      }
      tabs={
        <FilterTabs
          label={t('field.scope')}
          value={list.values.scope}
          options={[
            { value: undefined, label: t('allScopes') },
            ...priceScopeValues.map((value) => ({ value, label: t(`scope.${value}`) })),
          ]}
          onChange={(scope) => list.setFilters({ scope })}
        />
      }
      filters={
        can['client.select'] && (
          <ClientChoice
            label={t('scope.client')}
            value={client_id}
            onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
          />
        )
      }
      list={list}
      load={(page, options) => loadAssignments({ ...list.query, ...page }, options)}
      result={usePriceAssignmentList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ scope_name, scope }) => scope_name ?? t(`scope.${scope}`)}
      rowTo={edit}
      menu={useMenu()}
      empty={{ icon: IconTags, title: t('empty'), text: t('emptyText') }}
    />
  )
}

function useMenu() {
  const { t } = useTranslation(['common', 'codes', 'price-assignments'])
  const remove = useAssignmentDelete()
  return (assignment: PriceAssignment): MenuEntry[] => [
    { label: t('record.open'), icon: IconPencil, to: edit(assignment) },
    'divider',
    {
      label: t('price-assignments:delete.action'),
      icon: IconTrash,
      danger: true,
      run: () => void remove(assignment),
      refused: assignment.can.delete ? undefined : t('codes:forbidden'),
    },
  ]
}
