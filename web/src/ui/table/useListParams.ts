import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { FilterReaders, ListSearch, ListSpec } from './list-spec'

export type Sort = { id: string; desc: boolean }

export type ListState<S extends ListSearch = ListSearch> = ReturnType<typeof createListState<S>>

const parseSort = (sort: string): Sort[] =>
  sort
    .split(',')
    .filter(Boolean)
    .map((key) => ({ id: key.replace(/^-/, ''), desc: key.startsWith('-') }))

const printSort = (sort: Sort[]) => sort.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',')

/** Parameters of the list itself, which are not filters. */
const OWN = new Set(['page', 'per_page', 'sort', 'columns', 'view'])

type Commit<S> = (patch: Partial<S>, options?: { replace?: boolean; resetScroll?: boolean }) => void

function createListState<S extends ListSearch>(name: string, search: S, defaults: S, commit: Commit<S>) {
  // A filter chosen by hand leaves the saved view and starts at the first page again.
  const filter = (patch: Partial<S>, replace = false) =>
    commit({ page: 1, view: '', ...patch } as Partial<S>, { replace })
  const chosen = Object.entries(search).filter(
    ([key, value]) => !OWN.has(key) && value !== undefined && value !== '',
  )

  return {
    name,
    values: search,
    page: search.page,
    perPage: search.per_page,
    sort: parseSort(search.sort),
    /** The parameters of the list call; what is empty is left out. */
    query: {
      ...Object.fromEntries(chosen),
      page: search.page,
      per_page: search.per_page,
      ...(search.sort && { sort: search.sort }),
    } as unknown as Omit<S, 'columns' | 'view'>,
    /** Changes when other rows match: a selection does not outlive it. */
    filterKey: JSON.stringify(chosen),
    isFiltered: chosen.some(([key, value]) => value !== defaults[key as keyof S]),
    /** Parameters in a saved view: all except the page. */
    snapshot: Object.fromEntries(
      Object.entries(search).filter(([key, value]) => value !== '' && key !== 'page' && key !== 'view'),
    ) as Partial<S>,
    columns: search.columns ? search.columns.split(',') : undefined,
    setPage: (page: number) => commit({ page } as Partial<S>, { resetScroll: true }),
    setPerPage: (per_page: number) => commit({ page: 1, per_page } as Partial<S>),
    setSort: (sort: Sort[]) => commit({ page: 1, sort: printSort(sort) } as Partial<S>),
    /** Typing replaces the entry, so that Back does not walk through half words. */
    setSearch: (text: string) => filter({ search: text } as Partial<S>, true),
    setFilters: (filters: Partial<S>) => filter(filters),
    setColumns: (columns: string[] | undefined) =>
      commit({ columns: columns?.join(',') ?? '' } as Partial<S>, { replace: true }),
    /** Nothing was chosen yet: neither filters nor page, order, columns or view. */
    isPristine: Object.entries(search).every(
      ([key, value]) => value === undefined || value === defaults[key as keyof S],
    ),
    apply: (view: Partial<S>, options?: { replace?: boolean }) => commit({ ...defaults, ...view }, options),
    clear: () =>
      commit({ ...defaults, per_page: search.per_page, sort: search.sort, columns: search.columns }),
  }
}

/** The address is the state: reload, Back, a copied link and a saved view all give the same list. */
export function useListParams<R extends FilterReaders>(spec: ListSpec<R>) {
  type Search = ListSpec<R>['defaults']
  const raw = useAddress() as object
  const navigate = useNavigate()
  return useMemo(() => {
    const commit: Commit<Search> = (patch, { replace = false, resetScroll = false } = {}) =>
      void navigate({ to: '.', search: { ...raw, ...patch } as never, replace, resetScroll })
    // A page can have more in its address than the list; the defaults name every filter, so that all can be cleared.
    return createListState<Search>(spec.name, spec.validate(raw as never), spec.validate({} as never), commit)
  }, [raw, navigate, spec])
}

/** The search of whatever route the list stands in; its `validateSearch` has checked it. */
const useAddress = (): unknown => useSearch({ strict: false })
