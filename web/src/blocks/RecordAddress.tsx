import { findAddress } from '@/api/find-address'
import { useChoices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { type Address, AddressFields } from '@/ui/fields/AddressFields'

type RecordAddressProps = {
  /** Required besides country and city. */
  also?: (keyof Address)[]
  /** The fields that were guessed from a pasted text. */
  guessed?: Partial<Address>
  fields: {
    values: Address
    errors: Parameters<typeof AddressFields>[0]['errors']
    patch(changes: Partial<Address>): void
  }
}

/** The address of a record that holds it field by field. Country and city are required. */
export function RecordAddress({ also = [], guessed, fields: { values, errors, patch } }: RecordAddressProps) {
  const { data } = useChoices()
  const states = useStates(values.country_id)
  return (
    <AddressFields
      value={values}
      errors={errors}
      path={(part) => part}
      required={['country_id', 'city', ...also]}
      guessed={guessed}
      onChange={patch}
      countries={data?.countries ?? []}
      states={states}
      findPostcode={findAddress}
    />
  )
}
