import type { Bag, BagInput, BagKind, DutyPayer, MailCategory } from '@/api/schema'

/** All fields there, unset ones null. */
export type BagValues = {
  kind: BagKind
  warehouse_id: string | null
  origin_airport: string | null
  destination_airport: string | null
  provider_id: string | null
  service_id: string | null
  tax_modality: DutyPayer | null
  triage_group: number | null
  max_parcels: number | null
  max_weight_g: number | null
  tare_g: number | null
  origin_office: string | null
  destination_office: string | null
  category: MailCategory | null
  subclass: string | null
  is_insured: boolean
  note: string | null
  version?: number
}

export const emptyBag = (warehouse_id: string | null): BagValues => ({
  kind: 'bag',
  warehouse_id,
  origin_airport: null,
  destination_airport: null,
  provider_id: null,
  service_id: null,
  tax_modality: null,
  triage_group: null,
  max_parcels: null,
  max_weight_g: null,
  tare_g: null,
  origin_office: null,
  destination_office: null,
  category: null,
  subclass: null,
  is_insured: false,
  note: null,
})

export const valuesOf = (bag: Bag): BagValues => ({
  kind: bag.kind,
  warehouse_id: bag.warehouse_id,
  origin_airport: bag.origin_airport,
  destination_airport: bag.destination_airport,
  provider_id: bag.provider_id,
  service_id: bag.service_id,
  tax_modality: bag.tax_modality,
  triage_group: bag.triage_group,
  max_parcels: bag.max_parcels,
  max_weight_g: bag.max_weight_g,
  tare_g: bag.tare_g,
  origin_office: bag.origin_office,
  destination_office: bag.destination_office,
  category: bag.category,
  subclass: bag.subclass,
  is_insured: bag.is_insured,
  note: bag.note,
  version: bag.version,
})

export function inputOf({ version: _, ...values }: BagValues): BagInput {
  const { warehouse_id, destination_airport, tare_g } = values
  return {
    ...values,
    warehouse_id: warehouse_id ?? '',
    destination_airport: destination_airport ?? '',
    tare_g: tare_g ?? 0,
  }
}
