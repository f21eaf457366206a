import type { Manifest, ManifestInput, ManifestKind } from '@/api/schema'

/** All fields there, unset ones null. */
export type ManifestValues = {
  kind: ManifestKind
  partner_id: string | null
  provider_id: string | null
  origin_airport: string | null
  destination_airport: string | null
  mawb_id: string | null
  bag_ids: string[]
  shipment_ids: string[]
  note: string | null
  version?: number
}

export const emptyManifest = (waybillId: string | null = null): ManifestValues => ({
  kind: 'export',
  partner_id: null,
  provider_id: null,
  origin_airport: null,
  destination_airport: null,
  mawb_id: waybillId,
  bag_ids: [],
  shipment_ids: [],
  note: null,
})

export const valuesOf = (manifest: Manifest): ManifestValues => ({
  kind: manifest.kind,
  partner_id: manifest.partner_id,
  provider_id: manifest.provider_id,
  origin_airport: manifest.origin_airport,
  destination_airport: manifest.destination_airport,
  mawb_id: manifest.mawb_id,
  bag_ids: manifest.bag_ids,
  shipment_ids: manifest.shipment_ids,
  note: manifest.note,
  version: manifest.version,
})

export const inputOf = ({ version: _, ...values }: ManifestValues): ManifestInput => values
