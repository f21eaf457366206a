import { Select } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWalletEntryList, walletEntryList } from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import { type TransactionKind, transactionKindValues, type Wallet } from '@/api/schema'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { DataTable } from '@/ui/table/DataTable'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { nameEntry, statementColumns } from './columns'
import { walletList } from './list'
import { StatementPdfs } from './StatementPdfs'
import classes from './Wallet.module.css'

/** Cash of drivers never goes through a wallet. */
const OF_CASH: TransactionKind[] = ['cash_collected', 'cash_returned', 'cash_handed_over']
const WALLET_KINDS = transactionKindValues.filter((kind) => !OF_CASH.includes(kind))

/** Everything that moved the balance, newest first, with the balance after it. */
export function Statement({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation('wallet')
  const list = useListParams(walletList)
  const columns = useMemo(() => statementColumns(t), [t])
  const { client_id } = wallet
  return (
    <section aria-label={t('statement.title')}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('statement.title')}</h2>
        <StatementPdfs wallet={wallet} />
      </div>
      <FilterBar list={list}>
        <SearchField list={list} label={t('statement.search')} />
        <DateRangeFilter
          label={t('statement.period')}
          value={{ from: list.values.from, to: list.values.to }}
          onChange={(range) => list.setFilters(range)}
        />
        <Filters list={list} wallet={wallet} />
      </FilterBar>
      <DataTable
        label={t('statement.title')}
        list={list}
        result={useWalletEntryList(client_id, list.query, PAGED)}
        load={(page, options) => walletEntryList(client_id, { ...list.query, ...page }, options)}
        columns={columns}
        rowLabel={(entry) => `${nameEntry(t, entry)} ${entry.label}`}
        empty={{ icon: IconReceipt, title: t('statement.empty'), text: t('statement.emptyText') }}
      />
    </section>
  )
}

type FiltersProps = { list: ListState<typeof walletList.defaults>; wallet: Wallet }

function Filters({ list, wallet }: FiltersProps) {
  const { t } = useTranslation('wallet')
  const { kind, currency } = list.values
  const currencies = wallet.balances.map((balance) => balance.currency)
  return (
    <MoreFilters count={[kind, currency].filter((value) => value !== undefined).length}>
      <Select
        label={t('statement.kind')}
        placeholder={t('statement.anyKind')}
        comboboxProps={{ withinPortal: false }}
        clearable
        value={kind ?? null}
        data={WALLET_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(value) => list.setFilters({ kind: value ?? undefined })}
      />
      {currencies.length > 1 && (
        <Select
          label={t('statement.currency')}
          comboboxProps={{ withinPortal: false }}
          clearable
          value={currency ?? null}
          data={currencies}
          onChange={(value) => list.setFilters({ currency: value ?? undefined })}
        />
      )}
    </MoreFilters>
  )
}
