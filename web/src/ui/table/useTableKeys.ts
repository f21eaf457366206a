import type { RefObject } from 'react'
import { useShortcuts } from '@/ui/shortcuts'

/**
 * j and k walk the rows, x selects, Enter opens, / goes to the search, Shift+F10 opens the row's menu.
 * The focus is the state: there is no second idea of a current row to keep in step.
 */
export function useTableKeys(frame: RefObject<HTMLElement | null>) {
  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? undefined

  function walk(by: 1 | -1) {
    const all = rows()
    const here = current()
    const next = here ? all[all.indexOf(here) + by] : all.at(by === 1 ? 0 : -1)
    next?.focus()
    next?.scrollIntoView?.({ block: 'nearest' })
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
