import { useState } from 'react'
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
  if (!meta || meta.total <= pages.firstSize) return null
  return (
    <Pagination
      page={pages.page}
      perPage={pages.perPage}
      total={meta.total}
      capped={meta.total_capped}
      onPage={pages.setPage}
      onPerPage={(size) => {
        pages.setPerPage(size)
        pages.setPage(1)
      }}
    />
  )
}
