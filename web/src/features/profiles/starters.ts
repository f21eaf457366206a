import { type ActionName, ProfileKind, type ResourceName, type UserProfileChoice } from '@/api/schema'
import { keyOf, type Rules } from './values'

type Rights = Partial<Record<ResourceName, ActionName[] | 'all'>>

const READ: ActionName[] = ['list', 'show']
const LOOK: Rights = { shipment: READ, tracking: ['search'] }
const OFFER: Rights = { client: [...READ, 'select'], partner: ['select'], package: READ }
const SHIP: Rights = {
  tracking: ['search'],
  shipment: 'all',
  shipment_import: 'all',
  quote: 'all',
  saved_address: 'all',
  saved_parcel: 'all',
}
const TALK: Rights = {
  support_ticket: [...READ, 'create', 'update', 'reply', 'note', 'append_recipient', 'close', 'reopen'],
}

/** Usual rights of a job, to start a new profile with. */
const STARTERS = {
  [ProfileKind.Staff]: {
    operations: {
      ...OFFER,
      ...SHIP,
      ...TALK,
      pickup: 'all',
      provider: ['select'],
      receiving: 'all',
      inbound_parcel: 'all',
      reweigh: 'all',
      repack: 'all',
      delivery: 'all',
      route: 'all',
      bag: 'all',
      manifest: 'all',
      mawb: 'all',
      mawb_range: 'all',
      cargo_message: 'all',
      master: 'all',
      break_bag: 'all',
      regulatory_request: 'all',
    },
    service: {
      ...OFFER,
      ...TALK,
      claim: [...READ, 'create', 'update'],
      shipment: [...READ, 'create', 'update', 'cancel', 'duplicate', 'print_label'],
      quote: 'all',
      saved_address: 'all',
      saved_parcel: 'all',
      pickup: [...READ, 'create', 'update', 'cancel'],
      regulatory_request: [...READ, 'create', 'update', 'attach'],
      tracking: ['search'],
    },
    finance: {
      ...LOOK,
      ...OFFER,
      wallet: 'all',
      reweigh: [...READ, 'accept', 'decide'],
      deposit: 'all',
      claim: 'all',
      invoice: 'all',
      cash_handover: 'all',
      cod_payout: 'all',
      exchange_rate: 'all',
      report: ['show', 'export', 'cost', 'personal'],
      bank: 'all',
      bank_account: READ,
    },
    warehouse: {
      shipment: [...READ, 'print_label', 'record_event', 'hold', 'release'],
      pickup: [...READ, 'collect', 'fail'],
      receiving: 'all',
      reweigh: READ,
      inbound_parcel: 'all',
      repack: 'all',
      delivery: READ,
      route: [...READ, 'load', 'start'],
      bag: 'all',
      mawb: [...READ, 'scan', 'remove'],
      master: [...READ, 'update'],
      break_bag: [...READ, 'create', 'scan', 'finish'],
      warehouse: ['select'],
      tracking: ['search'],
      package: READ,
    },
    reading: {
      ...LOOK,
      ...OFFER,
      shipment_import: READ,
      quote: READ,
      regulatory_request: READ,
      subsidiary: READ,
      partner: [...READ, 'select'],
      bank: READ,
      wallet: READ,
      claim: READ,
      cod_payout: READ,
      invoice: READ,
      report: ['show'],
    },
  },
  [ProfileKind.Partner]: {
    agent: { ...LOOK, shipment: [...READ, 'print_label'] },
    reseller: SHIP,
    following: LOOK,
  },
  // Users cannot belong to a provider yet.
  [ProfileKind.Provider]: {},
  [ProfileKind.Client]: {
    shipping: {
      ...SHIP,
      ...TALK,
      pickup: [...READ, 'create', 'update', 'cancel'],
      regulatory_request: [...READ, 'attach'],
      wallet: READ,
      deposit: [...READ, 'create', 'withdraw'],
      claim: [...READ, 'create', 'withdraw'],
      cod_payout: READ,
      reweigh: [...READ, 'accept', 'dispute'],
      inbound_parcel: [...READ, 'create', 'update'],
      repack: [...READ, 'create', 'cancel'],
      invoice: [...READ, 'export'],
      client_details: 'all',
      colleague: 'all',
    },
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
