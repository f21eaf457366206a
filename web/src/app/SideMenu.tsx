import { Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '@/ui/AppLink'
import { type MenuEntry, menuFor } from './menu'
import classes from './SideMenu.module.css'
import { useProfile } from './session'

type SideMenuProps = { narrow?: boolean; onFollow?(): void }

export function SideMenu({ narrow = false, onFollow }: SideMenuProps) {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const entries = menuFor(menu)
  const link = (entry: MenuEntry) => (
    <Tooltip label={t(entry.label)} position="right" disabled={!narrow}>
      <AppLink
        to={entry.to}
        className={classes.link}
        data-narrow={narrow || undefined}
        aria-label={narrow ? t(entry.label) : undefined}
        onClick={onFollow}
      >
        <entry.icon size={20} stroke={1.6} aria-hidden />
        {!narrow && <span>{t(entry.label)}</span>}
      </AppLink>
    </Tooltip>
  )
  const inside = entries.filter(({ group }) => group === 'menu.auxiliar')
  return (
    <ul className={classes.list}>
      {entries.map((entry, at) => {
        if (entry.group !== 'menu.auxiliar' || narrow)
          return (
            <li key={entry.label} data-divided={entry.divided}>
              {entry.group === 'menu.administration' && entry.group !== entries[at - 1]?.group && (
                <span className={classes.group} data-narrow={narrow || undefined}>
                  {t(entry.group)}
                </span>
              )}
              {link(entry)}
            </li>
          )
        return (
          entry === inside[0] && (
            <Collapsible key={entry.group} label={t(entry.group)}>
              {inside.map((one) => (
                <li key={one.label}>{link(one)}</li>
              ))}
            </Collapsible>
          )
        )
      })}
    </ul>
  )
}

const STORAGE_KEY = 'remessa-auxiliar'

/** A group that opens and closes, and stays so. */
function Collapsible({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'closed')
  function toggle() {
    localStorage.setItem(STORAGE_KEY, opened ? 'closed' : 'open')
    setOpened(!opened)
  }
  return (
    <li>
      <button type="button" className={classes.link} aria-expanded={opened} onClick={toggle}>
        {label}
      </button>
      {opened && <ul className={classes.inside}>{children}</ul>}
    </li>
  )
}
