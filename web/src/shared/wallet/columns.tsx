import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { WalletEntry } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { Money } from '@/ui/Money'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

/** The page of what an entry is about. */
const PAGES: Partial<Record<string, (record: { id: string }) => string>> = {
  claim: paths['claims.show'],
  deposit: paths['deposits.show'],
  invoice: paths['invoices.show'],
  shipment: paths['shipments.show'],
}

export const pageOf = ({ ref_type, ref_id }: Pick<WalletEntry, 'ref_type' | 'ref_id'>) =>
  PAGES[ref_type]?.({ id: ref_id })

/** The name of an entry. A claim that was paid is booked as an adjustment, and named by what it is for. */
export const nameEntry = (
  t: TFunction<'wallet'>,
  { kind, ref_type }: Pick<WalletEntry, 'kind' | 'ref_type'>,
) => (ref_type === 'claim' ? t('claimPaid') : t(`kind.${kind}`))

export const statementColumns = (t: TFunction<'wallet'>): Column<WalletEntry>[] => [
  {
    id: 'created_at',
    header: t('statement.at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
  {
    id: 'kind',
    header: t('statement.what'),
    main: true,
    width: 216,
    cell: (entry) => nameEntry(t, entry),
    below: ({ note }) => note,
  },
  {
    id: 'label',
    header: t('statement.reference'),
    width: 128,
    cell: (entry) => <About entry={entry} />,
    text: ({ label }) => label,
  },
  {
    id: 'amount',
    header: t('statement.amount'),
    sortable: true,
    align: 'right',
    width: 112,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} signed />,
    text: ({ amount }) => Number(amount),
  },
  {
    id: 'balance_after',
    header: t('statement.after'),
    align: 'right',
    width: 112,
    cell: ({ balance_after, currency }) => <Money amount={balance_after} currency={currency} />,
    text: ({ balance_after }) => Number(balance_after),
  },
]

/** The shipment, invoice, deposit or claim of an entry. */
function About({ entry }: { entry: WalletEntry }) {
  const to = pageOf(entry)
  if (!to) return entry.label
  return (
    <Anchor component={AppLink} to={to} size="sm">
      {entry.label}
    </Anchor>
  )
}
