import { expect, it } from 'vitest'
import type { ApiTokenScope } from '@/api/schema'
import { choicesOf, neededOf, partsOf, readingOf, sentenceOf } from './sentences'

/** The key and the words of a text. */
const t = ((key: string, words?: Record<string, string>) =>
  words ? `${key}(${words.records}, ${words.deed})` : key) as unknown as Parameters<typeof sentenceOf>[0]

const OFFERED: ApiTokenScope[] = [
  { name: 'shipment.list', resource: 'shipment', action: 'list', scope: 'own' },
  { name: 'shipment.create', resource: 'shipment', action: 'create', scope: 'own' },
  { name: 'bag.show', resource: 'bag', action: 'show', scope: 'any' },
]

it('names the records and the deed of a right', () => {
  expect(partsOf('shipment.print_label')).toEqual({ resource: 'shipment', action: 'print_label' })
})

it('says whether a right reaches own records only', () => {
  expect(sentenceOf(t, 'shipment.list', 'own')).toBe(
    'api-tokens:right.own(shell:resources.shipment, profiles:action.list)',
  )
  expect(sentenceOf(t, 'shipment.list')).toContain('right.any')
})

it('groups the rights by records and keeps those that the user has lost', () => {
  const groups = choicesOf(t, OFFERED, ['shipment.list', 'manifest.list'])
  expect(groups.map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
    ['shell:resources.shipment', ['shipment.list', 'shipment.create']],
    ['shell:resources.bag', ['bag.show']],
    ['shell:resources.manifest', ['manifest.list']],
  ])
})

it('knows what only reads', () => {
  expect(readingOf(OFFERED)).toEqual(['shipment.list', 'bag.show'])
})

it('knows what a program of a kind needs, as far as the user has it', () => {
  expect(neededOf('sending', OFFERED)).toEqual(['shipment.list', 'shipment.create'])
  expect(neededOf('tracking', OFFERED)).toEqual(['shipment.list'])
  expect(neededOf('station', OFFERED)).toEqual([])
})

it('offers to senders what the guide of the API asks for, the choice of a service too', () => {
  const ofShipments = ['create', 'show', 'confirm', 'print_label'].map((action) => `shipment.${action}`)
  const rights = [...ofShipments, 'service.select']
  const offered = rights.map((name) => ({ ...partsOf(name), name, scope: 'own' }) as ApiTokenScope)
  expect(neededOf('sending', offered)).toEqual(rights)
})
