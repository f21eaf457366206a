import { useLocalStorage } from '@mantine/hooks'
import type { ColumnChoice } from './columns'

/** The columns somebody chose for a list, kept in this browser. */
export function useColumnChoice(list: string) {
  const [value, onChange] = useLocalStorage<ColumnChoice>({
    key: `remessa-columns-${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  return { value, onChange }
}
