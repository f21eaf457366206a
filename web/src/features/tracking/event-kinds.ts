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

/** The catalogue by stage, in the page's language. */
export function eventGroups(kinds: ShipmentEventKind[], language: string): EventGroup[] {
  const option = (kind: ShipmentEventKind): EventOption => ({
    value: kind.code,
    label: localeText(kind.short_description_locale, language),
    text: localeText(kind.description_locale, language),
  })
  return STAGES.map((stage) => ({
    stage,
    items: kinds.filter((kind) => kind.stage === stage).map(option),
  })).filter(({ items }) => items.length > 0)
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word must appear, in the name, the sentence or the code; accents and case do not count. */
export function matches(option: EventOption, search: string) {
  const text = plain(`${option.label} ${option.text} ${option.value.replaceAll('_', ' ')}`)
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
