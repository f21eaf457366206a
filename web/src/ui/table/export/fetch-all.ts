/** Rows of a file at most: as far as the server counts a list. */
export const MAX_ROWS = 10_000
const PER_PAGE = 100

export type LoadedPage<T> = { data: T[]; meta: { total: number; total_capped: boolean } }

/** Loads one page of the list, with its filters and its order. */
export type LoadPage<T> = (
  page: { page: number; per_page: number },
  options: { signal: AbortSignal },
) => Promise<LoadedPage<T>>

export class TooManyRows extends Error {}

/**
 * All matches, page by page. A record that moves to the next page meanwhile is there once. The first pages of a long list
 * say only that there are more; the server counts on where they end.
 */
export async function fetchAll<T extends { id: string }>(
  load: LoadPage<T>,
  signal: AbortSignal,
  onProgress: (loaded: number, total: number) => void,
): Promise<T[]> {
  const rows = new Map<string, T>()
  for (let page = 1; ; page++) {
    const { data, meta } = await load({ page, per_page: PER_PAGE }, { signal })
    signal.throwIfAborted()
    if (meta.total + Number(meta.total_capped) > MAX_ROWS) throw new TooManyRows()
    for (const row of data) rows.set(row.id, row)
    onProgress(rows.size, meta.total)
    const isLast = !meta.total_capped && page * PER_PAGE >= meta.total
    if (data.length < PER_PAGE || isLast) return [...rows.values()]
  }
}
