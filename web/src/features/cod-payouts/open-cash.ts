import type { OpenCash } from '@/api/schema'

/** A row of open cash: it has no id. */
export const keyOf = ({ client_id, subsidiary_id, currency }: OpenCash) =>
  `${client_id} ${subsidiary_id} ${currency}`

/** Names a row by its client, and by its branch where the same client has cash of several in one currency. */
export function namesOf(open: OpenCash[], branches: { id: string; label: string }[]) {
  return (cash: OpenCash) => {
    const isAlike = (one: OpenCash) => one.client_id === cash.client_id && one.currency === cash.currency
    const branch = branches.find(({ id }) => id === cash.subsidiary_id)
    return branch && open.filter(isAlike).length > 1
      ? `${cash.client_name} · ${branch.label}`
      : cash.client_name
  }
}
