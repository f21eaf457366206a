import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Address } from '@/ui/fields/AddressFields'
import { useAddressFormat } from '@/ui/fields/address-formats'
import { HALF, QUARTER } from '@/ui/form/field-width'
import type { Fields } from './fields'
import type { Lookups } from './useLookups'
import type { ShipmentValues, Side } from './values'

const addressOf = (values: ShipmentValues, side: Side): Address => ({
  country_id: values[`${side}_country_id`],
  postcode: values[`${side}_postcode`],
  address_1: values[`${side}_address_1`],
  address_2: values[`${side}_address_2`],
  address_number: values[`${side}_address_number`],
  address_complement: values[`${side}_address_complement`],
  state_id: values[`${side}_state_id`],
  city: values[`${side}_city`],
})

type Props = { side: Side; fields: Fields; lookups: Lookups; withCity: boolean }

/** The parts of an address that no price depends on, and a city that has no Latin letter. */
export function StreetFields({ side, fields, lookups, withCity }: Props) {
  const { t } = useTranslation(['common', 'shipment-form'])
  const { values, text } = fields
  const alpha2 = lookups.countries.find(({ id }) => id === values[`${side}_country_id`])?.alpha2
  const { hidden } = useAddressFormat(alpha2, addressOf(values, side))
  const hasNumber = !hidden.includes('address_number')
  const label = (field: keyof Address) =>
    t(`address.${field}`, { context: field === 'address_1' && !hasNumber ? 'whole' : alpha2 })
  return (
    <>
      <TextInput {...text(`${side}_address_1`)} label={label('address_1')} withAsterisk maxLength={200} />
      {hasNumber && (
        <TextInput {...text(`${side}_address_number`)} {...QUARTER} label={label('address_number')} />
      )}
      <TextInput
        {...text(`${side}_address_complement`)}
        {...(hasNumber ? QUARTER : {})}
        label={label('address_complement')}
      />
      {!hidden.includes('address_2') && (
        <TextInput {...text(`${side}_address_2`)} {...HALF} label={label('address_2')} maxLength={200} />
      )}
      {withCity && (
        <TextInput
          {...text(`${side}_city`)}
          {...HALF}
          label={label('city')}
          description={t('shipment-form:details.latinCity')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
    </>
  )
}
