import { Tooltip, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Waits } from '@/api/schema'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { entriesOf, type MenuPart, menuBlocks } from './menu'
import type { MenuEntry } from './menu-entries'
import classes from './SideMenu.module.css'
import { useWaiting, type Waiting } from './useWaiting'

type SideMenuProps = {
  /** Icons alone; their names are tooltips. */
  narrow?: boolean
  onFollow?(): void
}

export function SideMenu({ narrow = false, onFollow }: SideMenuProps) {
  const profile = useProfile()
  const waiting = useWaiting()
  return (
    <ul className={classes.list}>
      {menuBlocks(profile).map((parts) => (
        <li key={keyOf(parts)} className={classes.block}>
          {parts.map((part) => (
            <Part key={keyOf([part])} part={part} waiting={waiting} narrow={narrow} onFollow={onFollow} />
          ))}
        </li>
      ))}
    </ul>
  )
}

const keyOf = (parts: MenuPart[]) => parts.flatMap(entriesOf)[0]?.name

type PartProps = SideMenuProps & { part: MenuPart; waiting: Waiting }

/** Links, under a heading that opens and closes them where they have one. */
function Part({ part, ...links }: PartProps) {
  const { t } = useTranslation('shell')
  const { closed, toggle } = useClosed(part.name)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { name, entries, sections } = part
  if (links.narrow) return <Links entries={entriesOf(part)} {...links} />
  if (!name) return <Links entries={entries} {...links} />
  const isHere = entriesOf(part).some(({ to }) => path === to || path.startsWith(`${to}/`))
  return (
    <>
      <button
        type="button"
        className={classes.group}
        aria-expanded={!closed}
        // Where we are stays to be seen when its group is closed.
        data-here={(closed && isHere) || undefined}
        onClick={toggle}
      >
        <span>{t(name)}</span>
        <IconChevronDown size={14} stroke={2} aria-hidden />
      </button>
      {!closed && entries.length > 0 && <Links label={t(name)} entries={entries} {...links} />}
      {!closed && sections.length > 0 && (
        <ul className={classes.sections} aria-label={t(name)}>
          {sections.map((section) => (
            <li key={section.name}>
              <Part part={section} {...links} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type LinksProps = SideMenuProps & { entries: MenuEntry[]; waiting: Waiting; label?: string }

function Links({ entries, waiting, label, narrow = false, onFollow }: LinksProps) {
  const { t } = useTranslation('shell')
  return (
    <ul className={classes.links} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.name}>
          <Tooltip label={t(entry.label)} position="right" openDelay={0} disabled={!narrow}>
            <EntryLink
              entry={entry}
              waits={waiting[entry.name] ?? NOTHING}
              narrow={narrow}
              onFollow={onFollow}
            />
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}

const NOTHING: Waits = { total: 0, total_capped: false }

type EntryLinkProps = SideMenuProps & { entry: MenuEntry; waits: Waits; ref?: Ref<HTMLAnchorElement> }

/** A link of the menu, with the number of what waits there. */
function EntryLink({ entry, waits, narrow, onFollow, ...props }: EntryLinkProps) {
  const { t } = useTranslation('shell')
  const id = useId()
  const number = waits.total_capped ? `${waits.total}+` : String(waits.total)
  const isWaiting = waits.total > 0
  return (
    <>
      <AppLink
        {...props}
        to={entry.to}
        // Every path begins like the one of the home.
        activeOptions={entry.to === '/' ? { exact: true } : undefined}
        className={classes.link}
        data-narrow={narrow || undefined}
        aria-describedby={isWaiting ? id : undefined}
        onClick={onFollow}
      >
        <entry.icon size={18} stroke={1.6} aria-hidden />
        {narrow ? <VisuallyHidden>{t(entry.label)}</VisuallyHidden> : <span>{t(entry.label)}</span>}
        {isWaiting && (
          <small className={classes.waits} aria-hidden>
            {number}
          </small>
        )}
      </AppLink>
      {isWaiting && (
        <VisuallyHidden id={id}>
          {t(`menu.waits.${entry.name as 'shipments'}`, { count: waits.total, number })}
        </VisuallyHidden>
      )}
    </>
  )
}

const STORAGE_KEY = 'remessa-menu-closed'

const storedClosed = () => (localStorage.getItem(STORAGE_KEY) ?? '').split(' ').filter(Boolean)

/** Whether a group is closed; this browser remembers it. */
function useClosed(group: MenuPart['name']) {
  const [closed, setClosed] = useState(() => group !== undefined && storedClosed().includes(group))
  function toggle() {
    const others = storedClosed().filter((name) => name !== group)
    localStorage.setItem(STORAGE_KEY, [...others, ...(closed ? [] : [group])].join(' '))
    setClosed(!closed)
  }
  return { closed, toggle }
}
