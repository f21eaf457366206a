import { ownPath } from '@/context/own-path'

const WAY = 'remessa-way'

/** Keeps where somebody wanted to go while they are at a provider, in this tab alone. */
export function keepWay(to: string | undefined) {
  try {
    if (to) sessionStorage.setItem(WAY, to)
    else sessionStorage.removeItem(WAY)
  } catch {
    // Storage is switched off: they land on the start.
  }
}

export function takeWay() {
  try {
    const to = ownPath(sessionStorage.getItem(WAY))
    sessionStorage.removeItem(WAY)
    return to
  } catch {
    return undefined
  }
}
