import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import classes from '@/ui/filters/FilterTabs.module.css'
import { AppLink } from './AppLink'
import { useTypeface } from './useTypeface'

type LinkTabsProps = { label: string; tabs: readonly { to: string; label: string }[] }

/** Pages that belong together, in a row. Each is an address of its own, so they are links, not tabs. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const typeface = useTypeface()

  // On a phone the row is wider than the screen: the page we are on is to be seen in it, with its neighbours.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked tab moves with the path, the tabs and the typeface
  useLayoutEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!row.current || !here) return
    const middle = here.offsetLeft - row.current.offsetLeft + here.offsetWidth / 2
    row.current.scrollLeft = middle - row.current.clientWidth / 2
  }, [path, tabs.length, typeface])

  return (
    <nav ref={row} aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.to}
          to={tab.to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.tab}
        >
          {tab.label}
        </AppLink>
      ))}
    </nav>
  )
}
