import type { OptionsFilter } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { onceOnline } from '@/ui/once-online'

/** Names by codes. */
type Names = Record<string, string>

/** Codes of waybills, with the names that IATA publishes for ONE Record: English, as on the paper, in every language. */
export function useIataCodes(list: 'handling' | 'charges'): Names {
  const { data } = useQuery({
    queryKey: ['iata-codes'],
    queryFn: async () => (await onceOnline(() => import('./iata-codes.json'))).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.[list] ?? {}
}

/** Finds a code by its first letters, or by words of its name. */
export const filterByName =
  (names: Names): OptionsFilter =>
  ({ options, search }) => {
    const typed = search.trim().toLowerCase()
    return options.filter((one) => {
      const code = 'value' in one ? one.value : ''
      return code.toLowerCase().startsWith(typed) || names[code]?.toLowerCase().includes(typed)
    })
  }

/** Draws a code in a list, with its name. */
export const renderWithName =
  (names: Names) =>
  ({ option }: { option: { value: string } }) => (
    <span>
      <code>{option.value}</code> <small lang="en">{names[option.value]}</small>
    </span>
  )
