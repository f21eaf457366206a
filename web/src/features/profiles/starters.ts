import { type ActionName, ProfileKind, type ResourceName, type UserProfileChoice } from '@/api/schema'
import { keyOf, type Rules } from './values'

type Rights = Partial<Record<ResourceName, ActionName[] | 'all'>>

const LOOK: Rights = { shipment: ['list', 'show'], tracking: ['search'] }
const OFFER: Rights = { client: ['select'], partner: ['select'], package: ['list', 'show'] }

/** Usual rights of a job, to start a new profile with. Only rights that exist today. */
const STARTERS = {
  [ProfileKind.Staff]: {
    operations: {
      ...OFFER,
      shipment: 'all',
      shipment_import: 'all',
      tracking: 'all',
    },
    service: {
      ...OFFER,
      shipment: ['list', 'show', 'create', 'update', 'cancel', 'duplicate', 'print_label'],
      tracking: ['search'],
    },
    finance: { ...LOOK, ...OFFER, bank: 'all' },
    warehouse: {
      shipment: ['list', 'show', 'print_label', 'record_event'],
      tracking: ['search'],
      package: ['list', 'show'],
    },
    reading: {
      ...LOOK,
      ...OFFER,
      shipment_import: ['list', 'show'],
      subsidiary: ['list', 'show'],
      partner: ['list', 'show', 'select'],
      bank: ['list', 'show'],
    },
  },
  [ProfileKind.Partner]: {
    agent: { ...LOOK, shipment: ['list', 'show', 'print_label'] },
    reseller: { tracking: ['search'], shipment: 'all', shipment_import: 'all' },
    following: LOOK,
  },
  // Users cannot belong to a provider yet.
  [ProfileKind.Provider]: {},
  [ProfileKind.Client]: {
    shipping: { tracking: ['search'], shipment: 'all', shipment_import: 'all' },
    following: LOOK,
  },
} as const satisfies Record<ProfileKind, Record<string, Rights>>

type KeysOf<T> = T extends unknown ? keyof T : never
export type StarterName = KeysOf<(typeof STARTERS)[ProfileKind]>

/** The starters of a kind, each with the rules it gives within what the kind allows. */
export function startersOf(kind: ProfileKind, choices: UserProfileChoice[]): [StarterName, Rules][] {
  const rulesOf = (rights: Rights): Rules =>
    Object.fromEntries(
      choices.map((choice) => {
        const given = rights[choice.resource]
        const isGiven = given === 'all' || given?.includes(choice.action)
        return [keyOf(choice), (isGiven ? choice.scopes.at(-1) : choice.scopes[0]) ?? 'none']
      }),
    )
  const entries = Object.entries(STARTERS[kind]) as [StarterName, Rights][]
  return entries.map(([name, rights]) => [name, rulesOf(rights)])
}
