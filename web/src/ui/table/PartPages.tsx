import { useEffect, useState } from 'react'
import type { Matches } from '@/ui/format'
import { Pagination } from './Pagination'

/** The pages of a list that is a part of a screen: which one is shown does not stand in the address. */
export function usePartPages(firstSize: number) {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(firstSize)
  return { page, perPage, firstSize, setPage, setPerPage, params: { page, per_page: perPage } }
}

type PartPagesProps = {
  pages: ReturnType<typeof usePartPages>
  meta?: Matches
}

/** Shows nothing where one page of the first size has everything. */
export function PartPages({ pages, meta }: PartPagesProps) {
  const { page, perPage, firstSize, setPage, setPerPage } = pages
  const lastPage = meta && !meta.total_capped ? Math.max(1, Math.ceil(meta.total / perPage)) : undefined
  // Rows were removed: the page that was shown is no more.
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) setPage(lastPage)
  }, [page, lastPage, setPage])

  if (!meta || meta.total <= firstSize) return null
  return (
    <Pagination
      page={page}
      perPage={perPage}
      total={meta.total}
      capped={meta.total_capped}
      onPage={setPage}
      onPerPage={(size) => {
        setPerPage(size)
        setPage(1)
      }}
    />
  )
}
