import type { EventStage, ShipmentEventKind } from '@/api/schema'
import { localeText } from '@/ui/locale-text'

/** In the order of a shipment's way; what may happen at any time comes last. */
const STAGES: EventStage[] = [
  'order',
  'origin',
  'export',
  'transit',
  'customs',
  'last_mile',
  'return',
  'exception',
  'finance',
]

export type EventOption = { value: string; label: string; text: string }
export type EventGroup = { stage: EventStage; items: EventOption[] }

/** What only the server notes: nobody with a parcel in the hand calculates a price. */
const OF_THE_SERVER = ['QUOTED']

/** The events that people can record, by stage, in the page's language. */
export function eventGroups(kinds: ShipmentEventKind[], language: string): EventGroup[] {
  const option = (kind: ShipmentEventKind): EventOption => ({
    value: kind.code,
    label: localeText(kind.short_description_locale, language),
    text: localeText(kind.description_locale, language),
  })
  return STAGES.map((stage) => ({
    stage,
    items: kinds.filter((kind) => isOffered(kind) && kind.stage === stage).map(option),
  })).filter(({ items }) => items.length > 0)
}

const isOffered = ({ active, recordable, code }: ShipmentEventKind) =>
  active && recordable && !OF_THE_SERVER.includes(code)

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The groups with what fits, and what is called so before what only mentions it: the first one is a key away
 * from being recorded. Every word must appear, in the name, the sentence or the code; accents and case do not count.
 */
export function found<G extends { items: EventOption[] }>(groups: G[], search: string): G[] {
  const sought = plain(search.trim())
  const words = sought.split(/\s+/)
  function place({ label, text, value }: EventOption) {
    const [name, all] = [label, `${label} ${text} ${value.replaceAll('_', ' ')}`].map(plain) as [
      string,
      string,
    ]
    if (!words.every((word) => all.includes(word))) return 3
    return name.startsWith(sought) ? 0 : name.includes(sought) ? 1 : 2
  }
  const best = ({ items: [first] }: G) => (first ? place(first) : 3)
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => place(item) < 3).sort((a, b) => place(a) - place(b)),
    }))
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => best(a) - best(b))
}
