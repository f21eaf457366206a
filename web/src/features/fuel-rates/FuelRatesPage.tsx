import { IconGasStation, IconPencil, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fuelRateList as loadRates, useFuelRateList } from '@/api/generated/endpoints/prices/prices'
import { PAGED } from '@/api/record-query'
import type { FuelRate } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { updatedColumn } from '@/blocks/record-columns'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { type Format, useFormat } from '@/ui/format'
import type { Column, MenuEntry } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { fuelRateList } from './list'
import { useFuelRateDelete } from './useFuelRateDelete'

const edit = ({ id }: FuelRate) => paths['fuel_rates.edit']({ id })

const columnsOf = (
  t: TFunction<'fuel-rates'>,
  common: TFunction<'common'>,
  format: Format,
): Column<FuelRate>[] => [
  {
    id: 'code',
    header: t('field.code'),
    main: true,
    sortable: true,
    width: 200,
    cell: ({ code }) => code,
    below: ({ note }) => note,
  },
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
    width: 150,
    cell: ({ valid_to }) => (valid_to ? format.day(valid_to) : t('latest')),
  },
  {
    id: 'pct',
    header: t('field.pct'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: ({ pct }) => `${format.number(Number(pct))} %`,
    text: ({ pct }) => Number(pct),
  },
  updatedColumn(common),
]

/** The fuel percentages of carriers, by their days. */
export function FuelRatesPage() {
  const { t } = useTranslation('fuel-rates')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(fuelRateList)
  const columns = useMemo(() => columnsOf(t, common, format), [t, common, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['fuel_rates.create']()} label={t('create')} allowed={can['fuel_rate.create']} />
      }
      search={t('search')}
      list={list}
      load={(page, options) => loadRates({ ...list.query, ...page }, options)}
      result={useFuelRateList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ code, valid_from }) => `${code} ${format.day(valid_from)}`}
      rowTo={edit}
      menu={useMenu()}
      empty={{ icon: IconGasStation, title: t('empty'), text: t('emptyText') }}
    />
  )
}

function useMenu() {
  const { t } = useTranslation(['common', 'codes', 'fuel-rates'])
  const remove = useFuelRateDelete()
  return (rate: FuelRate): MenuEntry[] => [
    { label: t('record.open'), icon: IconPencil, to: edit(rate) },
    'divider',
    {
      label: t('fuel-rates:delete.action'),
      icon: IconTrash,
      danger: true,
      run: () => void remove(rate),
      refused: rate.can.delete ? undefined : t('codes:forbidden'),
    },
  ]
}
