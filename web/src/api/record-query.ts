import { keepPreviousData } from '@tanstack/react-query'

/** For a page of a list: the last one stays until the next is there. */
export const PAGED = { query: { placeholderData: keepPreviousData } }

/** For a part of a page that has asked already: what has just failed is not asked for again when the part is drawn. */
export const ASKED_ABOVE = { query: { retryOnMount: false } }

/** For a form: the record as it is now; nothing is asked while one is created. */
export const freshly = (id: string | undefined) => ({ query: { staleTime: 0, enabled: id !== undefined } })
