import { ownPath } from '@/context/own-path'

const WAY = 'remessa-way'

/** This tab alone while one is at a provider; the browser while one waits for an e-mail: its link opens a tab. */
type Place = 'sessionStorage' | 'localStorage'

/** Keeps where somebody wanted to go. */
export function keepWay(to: string | undefined, place: Place = 'sessionStorage') {
  try {
    if (to) window[place].setItem(WAY, to)
    else window[place].removeItem(WAY)
  } catch {
    // Storage is switched off: they land on the start.
  }
}

export function takeWay(place: Place = 'sessionStorage') {
  try {
    const to = ownPath(window[place].getItem(WAY))
    window[place].removeItem(WAY)
    return to
  } catch {
    return undefined
  }
}
