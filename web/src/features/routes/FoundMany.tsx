import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Records that the server finds at once. */
export const MOST_FOUND = 100
/** Typing asks once it pauses. */
const PAUSE_MS = 250

export type Found = { value: string; label: string }

/** The typed text, and the words that the server is asked for. */
export function useSearch() {
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), PAUSE_MS)
  return { search, setSearch, words }
}

type FoundManyProps = {
  label: string
  nothing: string
  options: Found[]
  search: string
  onSearch(search: string): void
  chosen: Found[]
  onChosen(chosen: Found[]): void
  error: string | undefined
}

/** Several records that the server finds by words. Chosen ones keep their labels while others are searched. */
export function FoundMany({
  options,
  chosen,
  onChosen,
  search,
  onSearch,
  nothing,
  ...field
}: FoundManyProps) {
  const others = chosen.filter(({ value }) => !options.some((option) => option.value === value))
  return (
    <MultiSelect
      {...field}
      withAsterisk
      searchable
      data-autofocus
      nothingFoundMessage={nothing}
      data={[...others, ...options]}
      // The server has searched already, also in what the label does not show.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={onSearch}
      value={chosen.map(({ value }) => value)}
      onChange={(values) => {
        const all = [...chosen, ...options]
        onChosen(values.flatMap((value) => all.find((option) => option.value === value) ?? []))
      }}
    />
  )
}
