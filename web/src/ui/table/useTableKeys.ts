import type { RefObject } from 'react'
import { useShortcuts } from '@/ui/shortcuts'

type PeekKeys = { follow(id: string): void; toggle(id: string): void; close(): void }

/**
 * j and k walk the rows, x selects, Enter opens, Space shows the row in a drawer, / goes to the search, Shift+F10 opens
 * the row's menu.
 * The focus is the state: there is no second idea of a current row to keep in step.
 */
export function useTableKeys(frame: RefObject<HTMLElement | null>, peek: PeekKeys | undefined) {
  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? undefined

  function walk(by: 1 | -1) {
    const all = rows()
    const here = current()
    const next = here ? all[all.indexOf(here) + by] : all.at(by === 1 ? 0 : -1)
    next?.focus()
    next?.scrollIntoView?.({ block: 'nearest' })
    if (next?.dataset.row) peek?.follow(next.dataset.row)
  }

  const press = (selector: string) => current()?.querySelector<HTMLElement>(selector)?.click()

  useShortcuts({
    j: () => walk(1),
    k: () => walk(-1),
    x: () => press('[data-row-check]'),
    '/': (event) => {
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-list-search]')?.focus()
    },
    Enter: (event) => {
      if (event.target === current()) press('a[data-row-link]')
    },
    ' ': (event) => {
      const id = current()?.dataset.row
      if (!peek || !id || event.target !== current()) return
      event.preventDefault()
      peek.toggle(id)
    },
    Escape: () => peek?.close(),
    F10: (event) => {
      if (!event.shiftKey || !current()) return
      event.preventDefault()
      press('[data-row-menu]')
    },
    ContextMenu: (event) => {
      if (!current()) return
      event.preventDefault()
      press('[data-row-menu]')
    },
  })
}
