import { Select } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { priceTableList as loadTables, usePriceTableList } from '@/api/generated/endpoints/prices/prices'
import { PAGED } from '@/api/record-query'
import { type PriceTable, priceTableKindValues } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { priceTableColumns } from './columns'
import { priceTableList } from './list'
import { usePriceTableSwitch } from './usePriceTableSwitch'

const open = ({ id }: PriceTable) => paths['price_tables.show']({ id })

/** Prices of the company and of its carriers. */
export function PriceTablesPage() {
  const { t } = useTranslation('price-tables')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(priceTableList)
  const columns = useMemo(() => priceTableColumns(t, common, format), [t, common, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['price_tables.create']()}
          label={t('create')}
          allowed={can['price_table.create']}
        />
      }
      tabs={<ActiveTabs list={list} words={t('states', { returnObjects: true })} />}
      search={t('search')}
      filters={
        can['price_cost.show'] && (
          <Select
            aria-label={t('field.kind')}
            placeholder={t('anyKind')}
            clearable
            w={180}
            data={priceTableKindValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
            value={list.values.kind ?? null}
            onChange={(kind) => list.setFilters({ kind: kind ?? undefined })}
          />
        )
      }
      list={list}
      load={(page, options) => loadTables({ ...list.query, ...page }, options)}
      result={usePriceTableList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ title }) => title}
      rowTo={open}
      menu={useRecordMenu(open, usePriceTableSwitch())}
      empty={{ icon: IconTable, title: t('empty'), text: t('emptyText') }}
    />
  )
}
