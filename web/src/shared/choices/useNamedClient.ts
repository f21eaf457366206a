import { useClientShow } from '@/api/generated/endpoints/parties/parties'

/** The client that the address of a form names, when it was opened from the page of that client. */
export const useNamedClient = (id: string | undefined) =>
  useClientShow(id ?? '', { query: { enabled: id !== undefined }, request: { quiet: true } })
