import { type RefObject, useState } from 'react'

/** The row that is looked at beside the list, and the steps to its neighbours. The focus goes along. */
export function usePeek<T extends { id: string }>(
  frame: RefObject<HTMLElement | null>,
  rows: T[] | undefined,
) {
  const [id, setId] = useState<string>()
  const row = rows?.find((row) => row.id === id)

  function focus(id: string) {
    const element = frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    element?.focus()
    element?.scrollIntoView?.({ block: 'nearest' })
  }

  function step(by: 1 | -1) {
    const next = rows?.[rows.findIndex((row) => row.id === id) + by]
    if (!next) return
    setId(next.id)
    focus(next.id)
  }

  return {
    row,
    open: (id: string) => setId(id),
    /** Opens the row, or closes it if it is the open one. */
    toggle: (next: string) => setId(next === id ? undefined : next),
    /** The drawer follows the focus while it is open. */
    follow: (next: string) => row && setId(next),
    step,
    close() {
      if (row) focus(row.id)
      setId(undefined)
    },
  }
}
