import { expect, it } from 'vitest'
import type { EventStage, ShipmentEventKind } from '@/api/schema'
import { eventGroups, matches } from './event-kinds'

function kind(code: string, stage: EventStage, pt: string): ShipmentEventKind {
  const texts = { pt, en: `${code} in English`, es: '', zh: '' }
  return {
    id: 1,
    code,
    stage,
    status_effect: null,
    public: true,
    terminal: false,
    upu_code: null,
    fsu_code: null,
    short_description: pt,
    description: pt,
    short_description_locale: texts,
    description_locale: texts,
  }
}

const KINDS = [
  kind('DELIVERED', 'last_mile', 'Entregue'),
  kind('DEPARTED', 'transit', 'Saiu da origem'),
  kind('NOTE', 'order', 'Anotação interna'),
]

it('groups the catalogue by stage, in the order of a way', () => {
  expect(eventGroups(KINDS, 'pt-BR').map(({ stage }) => stage)).toEqual(['order', 'transit', 'last_mile'])
})

it('speaks the language of the page, and English where that is missing', () => {
  const label = (language: string) => eventGroups(KINDS, language)[2]?.items[0]?.label
  expect(label('pt-BR')).toBe('Entregue')
  expect(label('es')).toBe('DELIVERED in English')
})

it('finds an event by part of its name without accents, and by its code', () => {
  const option = { value: 'NOTE', label: 'Anotação interna', text: 'A equipe registrou.' }
  expect(matches(option, 'anotacao')).toBe(true)
  expect(matches(option, 'interna EQUIPE')).toBe(true)
  expect(matches(option, 'note')).toBe(true)
  expect(matches(option, 'entregue')).toBe(false)
})
