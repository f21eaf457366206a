import { useLocalStorage } from '@mantine/hooks'

/** How the people of the warehouse call this place. It stays in the browser. */
export const useStationName = () =>
  useLocalStorage({ key: 'remessa-bag-station', defaultValue: '', getInitialValueInEffect: false })
