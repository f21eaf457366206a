import type { OpenCash } from '@/api/schema'

/** A row of open cash: it has no id. */
export const keyOf = ({ client_id, subsidiary_id, currency }: OpenCash) =>
  `${client_id} ${subsidiary_id} ${currency}`
