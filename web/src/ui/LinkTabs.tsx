import { AppLink } from './AppLink'
import classes from './FilterTabs.module.css'

type LinkTabsProps = { label: string; tabs: readonly { to: string; label: string }[] }

/** Pages that belong together, in a row. Each is an address of its own, so they are links, not tabs. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
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
