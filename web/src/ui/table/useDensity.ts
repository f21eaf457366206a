import { useLocalStorage } from '@mantine/hooks'
import type { Density } from './columns'

/** The height of the rows in all lists, remembered in this browser. */
export function useDensity() {
  return useLocalStorage<Density>({
    key: 'remessa-density',
    defaultValue: 'compact',
    getInitialValueInEffect: false,
  })
}
