import { IconWallet } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { walletList as loadWallets, useWalletList } from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import type { WalletSummary } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { useProfile } from '@/context/session'
import { walletsList } from '@/shared/wallet/list'
import { walletPath } from '@/shared/wallet/wallet-path'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { Money } from '@/ui/Money'
import type { Column } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { Moment } from '@/ui/time/Moment'

/** A client has one wallet for each currency. */
type WalletRow = WalletSummary & { id: string }

const rowOf = (wallet: WalletSummary): WalletRow => ({
  ...wallet,
  id: `${wallet.client_id}-${wallet.currency}`,
})

const rowsOf = <P extends { data: WalletSummary[] }>(page: P) => ({ ...page, data: page.data.map(rowOf) })

type Figure = 'balance' | 'credit_limit' | 'invoiced' | 'available'

const columnsOf = (t: TFunction<'wallet'>): Column<WalletRow>[] => {
  const figure = (id: Figure, header: string, sortable = true): Column<WalletRow> => ({
    id,
    header,
    sortable,
    align: 'right',
    width: 124,
    cell: (wallet) => <Money amount={wallet[id]} currency={wallet.currency} />,
    text: (wallet) => Number(wallet[id]),
  })
  return [
    {
      id: 'client_name',
      header: t('list.client'),
      main: true,
      sortable: true,
      width: 170,
      cell: ({ client_name }) => client_name,
      below: ({ client_code }) => client_code,
    },
    figure('balance', t('balance')),
    figure('invoiced', t('invoiced')),
    figure('credit_limit', t('credit'), false),
    figure('available', t('available')),
    {
      id: 'last_entry_at',
      roomy: true,
      header: t('list.last'),
      sortable: true,
      width: 166,
      cell: ({ last_entry_at }) => last_entry_at && <Moment at={last_entry_at} relative />,
      text: ({ last_entry_at }) => (last_entry_at ? new Date(last_entry_at) : ''),
    },
  ]
}

/** The wallets of all clients: what each has, owes and may still spend. */
export function WalletsPage() {
  const { t } = useTranslation('wallet')
  const list = useListParams(walletsList)
  const columns = useMemo(() => columnsOf(t), [t])
  const { menu, can } = useProfile()
  const open = ({ client_id }: WalletSummary) => walletPath(menu, client_id)
  const result = useWalletList(list.query, { query: { ...PAGED.query, select: rowsOf } })
  return (
    <RecordList<WalletRow>
      title={t('list.title')}
      text={t('list.text')}
      tabs={
        <FilterTabs
          label={t('list.tabs')}
          value={list.values.owing}
          options={[
            { value: undefined, label: t('list.all') },
            { value: true, label: t('list.owing') },
            { value: false, label: t('list.notOwing') },
          ]}
          onChange={(owing) => list.setFilters({ owing })}
        />
      }
      search={t('list.search')}
      list={list}
      load={async (page, options) => rowsOf(await loadWallets({ ...list.query, ...page }, options))}
      result={result}
      columns={columns}
      rowLabel={({ client_name, currency }) => `${client_name} ${currency}`}
      {...(can['wallet.show'] && {
        rowTo: open,
        menu: (wallet: WalletRow) => [{ label: t('list.open'), icon: IconWallet, to: open(wallet) }],
      })}
      empty={{ icon: IconWallet, title: t('list.empty'), text: t('list.emptyText') }}
    />
  )
}
