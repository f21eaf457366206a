import { transactionKindValues } from '@/api/schema'
import { day, listSpec, oneOf, words, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the statement in the address. */
export const walletList = listSpec({
  name: 'wallet',
  sortable: ['created_at', 'amount'],
  filters: { kind: oneOf(transactionKindValues), currency: words, from: day, to: day },
})

/** Parameters of the list of all wallets in the address. */
export const walletsList = listSpec({
  name: 'wallets',
  sortable: ['client_name', 'balance', 'available', 'invoiced', 'last_entry_at'],
  filters: { owing: yesOrNo, currency: words },
})
