import { useLocation } from '@tanstack/react-router'
import classes from '@/ui/filters/FilterTabs.module.css'
import { AppLink } from './AppLink'
import { TabRow } from './TabRow'

type LinkTabsProps = { label: string; tabs: readonly { to: string; label: string }[] }

/** Pages that belong together, in a row. Each is an address of its own, so they are links, not tabs. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav aria-label={label} className={classes.tabs}>
      <TabRow active={path}>
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
      </TabRow>
    </nav>
  )
}
