import { describe, expect, it } from 'vitest'
import type { EventStage, ShipmentEventKind } from '@/api/schema'
import { eventGroups, found } from './event-kinds'

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
    active: true,
    recordable: code !== 'CONFIRMED',
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

it('leaves out what only its own call records', () => {
  expect(eventGroups([kind('CONFIRMED', 'order', 'Remessa confirmada')], 'en')).toEqual([])
})

it('speaks the language of the page, and English where that is missing', () => {
  const label = (language: string) => eventGroups(KINDS, language)[2]?.items[0]?.label
  expect(label('pt-BR')).toBe('Entregue')
  expect(label('es')).toBe('DELIVERED in English')
})

describe('a search', () => {
  const option = (value: string, label: string, text: string) => ({ value, label, text })
  const GROUPS = [
    { group: 'order', items: [option('NOTE', 'Anotação interna', 'A equipe registrou.')] },
    { group: 'customs', items: [option('CLEARED', 'Liberada', 'Foi liberada para ser entregue.')] },
    {
      group: 'last mile',
      items: [option('OUT', 'Saiu para ser entregue', ''), option('DELIVERED', 'Entregue', 'Foi entregue.')],
    },
  ]
  const values = (search: string) =>
    found(GROUPS, search).flatMap(({ items }) => items.map(({ value }) => value))

  it('finds an event by part of its name without accents, by its sentence and by its code', () => {
    expect(values('anotacao')).toEqual(['NOTE'])
    expect(values('interna EQUIPE')).toEqual(['NOTE'])
    expect(values('note')).toEqual(['NOTE'])
    expect(values('nada')).toEqual([])
  })

  it('has what is called so before what only mentions it', () => {
    expect(values('entregue')).toEqual(['DELIVERED', 'OUT', 'CLEARED'])
    expect(values('')).toEqual(['NOTE', 'CLEARED', 'OUT', 'DELIVERED'])
  })
})
