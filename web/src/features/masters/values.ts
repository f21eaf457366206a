import type { Master, MasterInput, MasterKind } from '@/api/schema'

/** All fields there, unset ones null. */
export type MasterValues = {
  kind: MasterKind
  warehouse_id: string | null
  reference: string | null
  provider_id: string | null
  from_place: string | null
  to_place: string | null
  to_country_id: number | null
  vehicle: string | null
  departs_on: string | null
  arrives_on: string | null
  note: string | null
  version?: number
}

export const emptyMaster = (warehouse_id: string | null): MasterValues => ({
  kind: 'cn38',
  warehouse_id,
  reference: null,
  provider_id: null,
  from_place: null,
  to_place: null,
  to_country_id: null,
  vehicle: null,
  departs_on: null,
  arrives_on: null,
  note: null,
})

export const valuesOf = (master: Master): MasterValues => ({
  kind: master.kind,
  warehouse_id: master.warehouse_id,
  reference: master.reference,
  provider_id: master.provider_id,
  from_place: master.from_place,
  to_place: master.to_place,
  to_country_id: master.to_country_id,
  vehicle: master.vehicle,
  departs_on: master.departs_on,
  arrives_on: master.arrives_on,
  note: master.note,
  version: master.version,
})

export function inputOf({ version: _, ...values }: MasterValues): MasterInput {
  const { warehouse_id, from_place, to_place, to_country_id } = values
  return {
    ...values,
    warehouse_id: warehouse_id ?? '',
    from_place: from_place ?? '',
    to_place: to_place ?? '',
    to_country_id: to_country_id ?? 0,
  }
}
