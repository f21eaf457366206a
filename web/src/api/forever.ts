/** Query options for data that does not change while a page is open: it is requested once. */
export const FOREVER = { query: { staleTime: Number.POSITIVE_INFINITY } }
