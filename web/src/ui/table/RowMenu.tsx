import { Menu, Text } from '@mantine/core'
import { Fragment } from 'react'
import { AppLink } from '@/ui/AppLink'
import type { MenuEntry, MenuPart } from './columns'
import classes from './RowMenu.module.css'

/** Where a row's menu was asked for, and what gets the focus back. */
export type MenuPlace = { left: number; top: number; origin: HTMLElement }

/** A menu whose place lies below the window would hide itself. */
const LOWEST = 8

/** Beside the '...' button, or under the pointer of a right click. */
export function menuPlace(origin: HTMLElement, point?: { clientX: number; clientY: number }): MenuPlace {
  const box = origin.getBoundingClientRect()
  const top = Math.min(point?.clientY ?? box.bottom, window.innerHeight - LOWEST)
  return { left: point?.clientX ?? box.left, top, origin }
}

type RowMenuProps = {
  label: string
  entries: MenuPart[]
  place: MenuPlace
  onClose(): void
}

/** One menu for the whole list: it opens at a place instead of standing in every row. */
export function RowMenu({ label, entries, place, onClose }: RowMenuProps) {
  function close() {
    onClose()
    place.origin.focus({ preventScroll: true })
  }

  return (
    <Menu
      opened
      onClose={close}
      // Towards the middle of the window, where there is room.
      position={place.left > window.innerWidth / 2 ? 'bottom-end' : 'bottom-start'}
      offset={4}
      returnFocus={false}
      width="max-content"
      // A long menu scrolls instead of leaving the screen.
      middlewares={{ flip: true, shift: true, size: true }}
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes.anchor}
          style={{ left: place.left, top: place.top }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, index) =>
          entry === 'divider' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: dividers have nothing but their position
            <Menu.Divider key={`divider-${index}`} />
          ) : 'render' in entry ? (
            <Fragment key={entry.key}>{entry.render()}</Fragment>
          ) : (
            <MenuItem key={entry.label} entry={entry} />
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** One verb of a menu. A refused one stays in its place and says why. */
export function MenuItem({ entry }: { entry: Exclude<MenuEntry, 'divider'> }) {
  const icon = <entry.icon size={16} stroke={1.75} aria-hidden />
  // The red that Mantine gives an entry cannot be read on dark.
  const shared = { leftSection: icon, c: entry.danger ? 'var(--mantine-color-red-text)' : undefined }
  if (entry.refused) {
    return (
      <Menu.Item leftSection={icon} aria-disabled className={classes.refused} closeMenuOnClick={false}>
        {entry.label}
        <Text size="xs" c="dimmed">
          {entry.refused}
        </Text>
      </Menu.Item>
    )
  }
  if (entry.to && entry.newTab) {
    return (
      <Menu.Item {...shared} component="a" href={entry.to} target="_blank" rel="noopener">
        {entry.label}
      </Menu.Item>
    )
  }
  if (entry.to) {
    return (
      <Menu.Item {...shared} component={AppLink} to={entry.to}>
        {entry.label}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item {...shared} onClick={entry.run}>
      {entry.label}
    </Menu.Item>
  )
}
