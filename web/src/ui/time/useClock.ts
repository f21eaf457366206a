import { useLocalStorage } from '@mantine/hooks'
import { CLOCKS, type Clock } from './local-time'

/** The clock this person chose to read events by; every timeline follows it, and the browser remembers. */
export function useClock() {
  return useLocalStorage<Clock>({
    key: 'remessa-clock',
    defaultValue: 'place',
    getInitialValueInEffect: false,
    deserialize: (value) => CLOCKS.find((clock) => clock === value) ?? 'place',
    serialize: (clock) => clock,
  })
}
