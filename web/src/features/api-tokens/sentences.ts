import type { TFunction } from 'i18next'
import type { ActionName, ApiTokenScope, ResourceName, ScopeName } from '@/api/schema'

type Words = TFunction<['api-tokens', 'profiles', 'shell']>

/** The deeds that only read. */
const READING: readonly string[] = ['list', 'show', 'select', 'search'] satisfies ActionName[]

/** The records and the deed of a right, which is named as `shipment.list`. */
export function partsOf(name: string) {
  const [resource = '', action = ''] = name.split('.')
  return { resource: resource as ResourceName, action: action as ActionName }
}

/** A right as a sentence: 'Shipments: view list'. */
export function sentenceOf(t: Words, name: string, scope?: ScopeName) {
  const { resource, action } = partsOf(name)
  const words = { records: t(`shell:resources.${resource}`), deed: t(`profiles:action.${action}`) }
  return scope === 'own' ? t('api-tokens:right.own', words) : t('api-tokens:right.any', words)
}

/** The rights of a user as choices, under the records that they are about; those that a token has stay where they are lost. */
export function choicesOf(t: Words, offered: ApiTokenScope[], chosen: string[]) {
  const lost = chosen.filter((name) => !offered.some((one) => one.name === name))
  const all = [
    ...offered.map(({ name, scope }) => ({ value: name, label: sentenceOf(t, name, scope) })),
    ...lost.map((name) => ({ value: name, label: sentenceOf(t, name) })),
  ]
  const groups = Map.groupBy(all, ({ value }) => partsOf(value).resource)
  return [...groups].map(([resource, items]) => ({ group: t(`shell:resources.${resource}`), items }))
}

/** The rights that only read. */
export const readingOf = (offered: ApiTokenScope[]) =>
  offered.filter(({ action }) => READING.includes(action)).map(({ name }) => name)

/** Kinds of programs for which a token is made. */
export const SCOPE_SETS = ['tracking', 'sending', 'station'] as const

type ScopeSet = (typeof SCOPE_SETS)[number]

/** The rights that a program of each kind needs. */
const RIGHTS_OF_SET: Record<ScopeSet, Partial<Record<ResourceName, ActionName[]>>> = {
  tracking: { tracking: ['search'], shipment: ['list', 'show'], tracking_event: ['list'] },
  sending: {
    shipment: ['list', 'show', 'create', 'update', 'confirm', 'print_label'],
    quote: ['show', 'create'],
    service: ['list', 'show', 'select'],
  },
  station: { receiving: ['list', 'scan', 'measure'] },
}

/** The rights of such a program, as far as the user has them. */
export const neededOf = (set: ScopeSet, offered: ApiTokenScope[]) =>
  offered
    .filter(({ resource, action }) => RIGHTS_OF_SET[set][resource]?.includes(action))
    .map(({ name }) => name)
