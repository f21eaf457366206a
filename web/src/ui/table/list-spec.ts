import type { SearchSchemaInput } from '@tanstack/react-router'

/** Reads one filter from the address; anything it does not understand counts as absent. */
export type FilterReader<V> = (raw: unknown) => V | undefined
export type FilterReaders = Record<string, FilterReader<string | number | boolean>>
type Filters<R extends FilterReaders> = { [K in keyof R]?: ReturnType<R[K]> }

/** The state of a list, as it stands in the address. */
export type ListSearch<F = Record<string, string | number | boolean | undefined>> = {
  page: number
  per_page: number
  /** 'name,-created_at': minus is descending, everywhere. */
  sort: string
  search: string
  /** The visible columns in their order; empty: as the person last chose them. */
  columns: string
  /** The saved view this came from. */
  view: string
} & F

export type ListSpec<R extends FilterReaders = FilterReaders> = {
  /** Under this name the columns and views of the list are remembered. */
  name: string
  sortable: readonly string[]
  defaults: ListSearch<Filters<R>>
  validate(
    raw: Partial<Record<keyof ListSearch | keyof R, unknown>> & SearchSchemaInput,
  ): ListSearch<Filters<R>>
}

export const PER_PAGE = [10, 25, 50, 100] as const
const DEFAULT_PER_PAGE = 25

export const oneOf =
  <V extends string | number | boolean>(values: readonly V[]): FilterReader<V> =>
  (raw) =>
    values.find((value) => String(value) === String(raw))

/** A filter by something that is so or is not. */
export const yesOrNo = oneOf([true, false])

/** The state of a record, as the API filters by it: 0 inactive, 1 active, 2 deleted. */
export const recordState = oneOf([0, 1, 2] as const)

/** Several codes at once, '10,15', as the API takes them. */
export const severalOf =
  (values: readonly (string | number)[]): FilterReader<string> =>
  (raw) => {
    const known = (words(raw) ?? '')
      .split(',')
      .filter((code) => values.some((value) => String(value) === code))
    return known.join(',') || undefined
  }

export const words: FilterReader<string> = (raw) =>
  (typeof raw === 'string' || typeof raw === 'number') && raw !== '' ? String(raw) : undefined

/** Id of a small lookup, such as a country's. */
export const wholeNumber: FilterReader<number> = (raw) =>
  /^\d{1,9}$/.test(words(raw) ?? '') ? Number(raw) : undefined

/** Id of a record. */
export const recordId: FilterReader<string> = (raw) =>
  typeof raw === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(raw) ? raw : undefined

/** A calendar day, '2026-11-21'. */
export const day: FilterReader<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) ? raw : undefined

const whole = (raw: unknown, fallback: number) => {
  const value = Math.trunc(Number(raw))
  return value >= 1 ? value : fallback
}

const knownSort = (raw: unknown, sortable: readonly string[]) =>
  (words(raw) ?? '')
    .split(',')
    .filter((key) => sortable.includes(key.replace(/^-/, '')))
    .join(',')

type Options<R extends FilterReaders> = {
  name: string
  sortable: readonly string[]
  filters: R
  defaults?: { sort?: string; per_page?: number } & Filters<R>
}

/** Parameters of a list in the address. The route validates with it, the page reads with `useListParams`. */
export function listSpec<R extends FilterReaders>({
  name,
  sortable,
  filters,
  defaults,
}: Options<R>): ListSpec<R> {
  const standard = {
    page: 1,
    per_page: DEFAULT_PER_PAGE,
    sort: '',
    search: '',
    columns: '',
    view: '',
    ...defaults,
  } as ListSearch<Filters<R>>

  return {
    name,
    sortable,
    defaults: standard,
    validate(raw) {
      const read = Object.entries(filters).map(([key, reader]) => [key, reader(raw[key]) ?? defaults?.[key]])
      return {
        page: whole(raw.page, 1),
        per_page: PER_PAGE.find((size) => size === Number(raw.per_page)) ?? standard.per_page,
        sort: raw.sort === undefined ? standard.sort : knownSort(raw.sort, sortable),
        search: words(raw.search) ?? '',
        columns: words(raw.columns) ?? '',
        view: words(raw.view) ?? '',
        ...Object.fromEntries(read),
      } as ListSearch<Filters<R>>
    },
  }
}
