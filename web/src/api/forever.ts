/** What stays as it is while a page is open is asked for once. */
export const FOREVER = { query: { staleTime: Number.POSITIVE_INFINITY } }
