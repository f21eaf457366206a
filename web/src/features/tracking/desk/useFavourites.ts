import { useLocalStorage } from '@mantine/hooks'

/** As many as fit beside each other and under the fingers. */
export const MOST_FAVOURITES = 6

/** The usual events of a parcel, in their order. */
const USUAL = ['COLLECTED', 'RECEIVED', 'BAGGED', 'DEPARTED', 'OUT_FOR_DELIVERY', 'DELIVERED']

/** The events that stand as buttons; this browser remembers them. */
export function useFavourites(known: { has(code: string): boolean }) {
  const [codes, setCodes] = useLocalStorage({ key: 'remessa-favourite-events', defaultValue: USUAL })
  return {
    codes,
    has: (code: string) => codes.includes(code),
    isFull: codes.filter((code) => known.has(code)).length >= MOST_FAVOURITES,
    toggle(code: string) {
      if (codes.includes(code)) setCodes(codes.filter((one) => one !== code))
      else {
        // Favourites that the catalogue no longer offers have no button to remove them.
        const shown = codes.filter((one) => known.has(one))
        if (shown.length < MOST_FAVOURITES) setCodes([...shown, code])
      }
    },
  }
}

export type Favourites = ReturnType<typeof useFavourites>
