import { DocumentType, type Party, PersonType, type ShipmentProposal } from '@/api/schema'
import type { ShipmentValues, Side } from './values'

type Changes = Partial<ShipmentValues>

const same = (a: unknown, b: unknown) => (a ?? '') === (b ?? '')

/** Applies a proposal to fields that are empty, as at first, or as the last proposal left them; typed values stay. */
export function fillIn(values: Changes, untouched: Changes, proposed: Changes, proposal: Changes): Changes {
  const isFree = (name: keyof ShipmentValues) =>
    same(values[name], '') ||
    same(values[name], untouched[name]) ||
    (name in proposed && same(values[name], proposed[name]))
  const names = Object.keys(proposal) as (keyof ShipmentValues)[]
  return Object.fromEntries(names.filter(isFree).map((name) => [name, proposal[name]]))
}

const PARTS = [
  'name',
  'trading_name',
  'responsible',
  'document',
  'ie',
  'email',
  'phone',
  'country_id',
  'postcode',
  'address_1',
  'address_2',
  'address_number',
  'address_complement',
  'state_id',
  'city',
] as const satisfies (keyof Party)[]

/** A known person or company as one side of a shipment; every field of the side. */
export const sideOf = (side: Side, party: Party): Changes => ({
  [`${side}_person_type`]: party.person_type,
  [`${side}_document_type`]: party.document_type ?? DocumentType.TaxId,
  ...Object.fromEntries(PARTS.map((part) => [`${side}_${part}`, party[part] ?? null])),
})

/** One side of a shipment as the address book takes it. */
export const partyOf = (values: ShipmentValues, side: Side) => ({
  ...(Object.fromEntries(PARTS.map((part) => [part, values[`${side}_${part}`]])) as Omit<
    Party,
    'person_type' | 'document_type'
  >),
  person_type: values[`${side}_person_type`] ?? PersonType.Person,
  document_type: values[`${side}_document_type`] ?? DocumentType.TaxId,
})

/** The client as sender, and the options used last. Without a client, the sender is as at first. */
export function proposalOf({ sender, last }: ShipmentProposal, untouched: ShipmentValues): Changes {
  const blank = Object.entries(untouched).filter(
    ([name]) => name.startsWith('from_') && name !== 'from_saved',
  )
  const options = Object.entries(last ?? {}).filter(([, value]) => value !== null)
  return {
    ...(sender ? sideOf('from', sender) : Object.fromEntries(blank)),
    ...(Object.fromEntries(options) as Changes),
  }
}

const KEPT = [
  'client_id',
  'client_label',
  'subsidiary_id',
  'subsidiary_label',
  'partner_id',
  'partner_label',
  'service_id',
  'direction',
  'contents_type',
  'incoterm',
  'non_delivery',
  'currency',
] as const satisfies (keyof ShipmentValues)[]

/** The values of the next shipment: the same client, sender and service, and nothing else. */
export const nextOf = (values: ShipmentValues, empty: ShipmentValues): ShipmentValues => ({
  ...empty,
  ...Object.fromEntries(KEPT.map((name) => [name, values[name]])),
  ...sideOf('from', partyOf(values, 'from')),
})

const ADDRESS = [
  'country_id',
  'postcode',
  'address_1',
  'address_2',
  'address_number',
  'address_complement',
  'state_id',
  'city',
] as const satisfies (keyof Party)[]

const letters = (value: unknown) =>
  String(value ?? '')
    .replaceAll(/[^\p{L}\d]/gu, '')
    .toLowerCase()

/** A sender for a draft that has only a place: its address belongs to the draft if it is of the same place. */
export function senderOf(values: ShipmentValues, sender: Party): Changes {
  const isElsewhere = (['country_id', 'postcode', 'city'] as const).some(
    (part) => values[`from_${part}`] && letters(values[`from_${part}`]) !== letters(sender[part]),
  )
  const left = new Set(isElsewhere ? ADDRESS.map((part) => `from_${part}`) : [])
  const isFree = ([name]: [string, unknown]) =>
    /_type$/.test(name) || same(values[name as keyof ShipmentValues], '')
  return Object.fromEntries(
    Object.entries(sideOf('from', sender)).filter((entry) => isFree(entry) && !left.has(entry[0])),
  )
}
