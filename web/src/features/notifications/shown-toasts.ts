import { notify } from '@/ui/dialogs/notify'

const shown = new Set<string>()
let isListOpen = false

/** False while the list stands on the screen: it has them all. */
export const mayShowToasts = () => !isListOpen

export const toastShown = (id: string) => void shown.add(id)

export function hideToasts() {
  for (const id of shown) notify.hide(id)
  shown.clear()
}

/** Hides those that were withdrawn. `newest`: the newest notifications, newest first. */
export function hideWithdrawn(newest: { id: string }[]) {
  const oldest = newest.at(-1)?.id ?? ''
  for (const id of shown) {
    // An older one may only be on a later page.
    if (id < oldest || newest.some((one) => one.id === id)) continue
    notify.hide(id)
    shown.delete(id)
  }
}

/** The list was opened over the page, or closed. */
export function setListOpen(open: boolean) {
  isListOpen = open
  if (open) hideToasts()
}
