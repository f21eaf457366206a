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

/** The list was opened over the page, or closed. */
export function setListOpen(open: boolean) {
  isListOpen = open
  if (open) hideToasts()
}
