import type { Profile } from '@/api/schema'
import { hasPortal } from '@/context/session'
import { type MenuEntry, type MenuGroup, type MenuSection, OWN, WORK } from './menu-entries'
import { OFFICE } from './menu-office'

/** Entries under one heading, or a heading over others; one without a name has no heading. */
export type MenuPart = {
  name?: MenuGroup | MenuSection
  entries: MenuEntry[]
  sections: MenuPart[]
}

type Reader = Pick<Profile, 'menu' | 'user_type' | 'is_outside'>

/** A client looks for a price and for addresses more often than for lists. */
const FIRST_OF_PORTAL: MenuEntry['name'][] = [
  'dashboard',
  'services',
  'shipments',
  'calculator',
  'tracking',
  'pickups',
  'inbound_parcels',
  'repacks',
  'stocks',
  'pick_lists',
  'buying_requests',
  'saved_addresses',
  'clients',
]

/** The side menu in its order; a line stands between two blocks. */
export const menuBlocks = (reader: Reader): MenuPart[][] =>
  blocksOf(reader)
    .map((block) => partsOf(block.filter(isShownTo(reader)).map(inWordsOf(reader))))
    .filter((parts) => parts.length > 0)

/** The entries of a user, one after the other. */
export const menuFor = (reader: Reader): MenuEntry[] => menuBlocks(reader).flat().flatMap(entriesOf)

export const entriesOf = ({ entries, sections }: MenuPart): MenuEntry[] => [
  ...entries,
  ...sections.flatMap(entriesOf),
]

function blocksOf(reader: Reader) {
  if (!hasPortal(reader)) return [WORK, OWN, OFFICE]
  const all = [...WORK, ...OFFICE]
  const first = FIRST_OF_PORTAL.flatMap((name) => all.filter((entry) => entry.name === name))
  const others = all.filter(({ name }) => !FIRST_OF_PORTAL.includes(name))
  return [first, others, OWN]
}

const isShownTo =
  ({ menu, is_outside }: Reader) =>
  ({ name, outside }: MenuEntry) =>
    menu[name] === true && (outside ?? is_outside) === is_outside

const inWordsOf = (reader: Reader) => (entry: MenuEntry) =>
  hasPortal(reader) ? { ...entry, label: entry.forClients ?? entry.label } : entry

/** Entries of one group stand together. */
const partsOf = (block: MenuEntry[]): MenuPart[] =>
  [...Map.groupBy(block, ({ group }) => group)].map(([group, entries]) => partOf(group, entries))

function partOf(group: MenuGroup | undefined, entries: MenuEntry[]): MenuPart {
  const sections = [...Map.groupBy(entries, ({ section }) => section)]
  if (sections.length > 1) {
    const parts = sections.map(([name, within]) => ({ name, entries: within, sections: [] }))
    return { name: group, entries: [], sections: parts }
  }
  // A heading for a single entry would say nothing, except for Packages: its own is part of the menu's order.
  const isNamed = entries.length > 1 || group === 'menu.auxiliar'
  return { name: isNamed ? group : undefined, entries, sections: [] }
}
