import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldParcel, ParcelOfShipment } from '@/api/schema'

/** Its shipment and its number: each answer of the server makes new objects of the same parcels. */
export const keyOf = ({ shipment_id, number }: ParcelOfShipment) => `${shipment_id} ${number}`

type ParcelsFieldProps = {
  /** The parcels on board. */
  parcels: FieldParcel[]
  taken: FieldParcel[]
  onTaken(parcels: FieldParcel[]): void
  error?: string | undefined
}

/** Which parcels were handed over, where there are several. */
export function ParcelsField({ parcels, taken, onTaken, error }: ParcelsFieldProps) {
  const { t } = useTranslation('field')
  if (parcels.length < 2) return null
  return (
    <Checkbox.Group
      label={t('parcelsTaken')}
      value={taken.map(keyOf)}
      error={error}
      onChange={(keys) => onTaken(parcels.filter((parcel) => keys.includes(keyOf(parcel))))}
    >
      <Stack gap="sm" mt="xs">
        {parcels.map((parcel) => (
          <Checkbox key={keyOf(parcel)} value={keyOf(parcel)} size="md" label={nameOf(parcel)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Its code, with its number where its shipment has several. */
export const nameOf = ({ tracking_code, number, parcel_count }: FieldParcel) =>
  parcel_count > 1 ? `${tracking_code} · ${number}/${parcel_count}` : tracking_code
