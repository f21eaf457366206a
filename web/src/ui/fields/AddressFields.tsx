import { Alert, Button, Group, Loader, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ChangeEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HALF, QUARTER } from '@/ui/form/field-width'
import { enumerated } from '@/ui/wording'
import { useAddressFormat } from './address-formats'
import { FirstSelect } from './FirstSelect'
import { type FoundPart, usePostcode } from './usePostcode'

/** An address as the API has it, without the prefix it may carry there. */
export type Address = {
  country_id: number | null
  postcode: string | null
  address_1: string | null
  address_2: string | null
  address_number: string | null
  address_complement: string | null
  state_id: number | null
  city: string | null
}

/** Fields found by a postcode; none if the country has no list of postcodes. */
export type FoundAddress = Partial<Pick<Address, 'address_1' | 'address_2' | 'state_id' | 'city'>>

type Choice = { id: number; label: string }
type Country = Choice & { alpha2?: string; notice?: string }

type AddressFieldsProps = {
  value: Address
  onChange(patch: Partial<Address>): void
  countries: Country[]
  /** The states of the chosen country. */
  states: Choice[]
  /** Looks a complete postcode up; undefined when it is not known. Rejects when it could not be asked. */
  findPostcode(countryId: number, postcode: string): Promise<FoundAddress | undefined>
  errors: Partial<Record<keyof Address, ReactNode>>
  /** Path of a field in the form: how the error summary finds it. */
  path(field: keyof Address): string
  required?: readonly (keyof Address)[]
  /** Fields that can wait, but are needed in the end: they have the mark alone. */
  marked?: readonly (keyof Address)[]
  /** Fields that are not asked for. */
  without?: readonly (keyof Address)[]
  /** The notice of the chosen country stands below it. */
  withNotice?: boolean
  /** Values that were guessed from a text: each is marked until it is changed. */
  guessed?: Partial<Address> | undefined
}

const DESCRIBED_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/**
 * The parts of an address. A postcode fills what it knows and says so; one that is unknown empties it. What it wrote over can be
 * put back, and a state that the postcode does not lie in is told.
 */
export function AddressFields(props: AddressFieldsProps) {
  const {
    value,
    onChange,
    countries,
    states,
    findPostcode,
    errors,
    path,
    required = [],
    marked = [],
    without = [],
    withNotice = false,
    guessed = {},
  } = props
  const { t } = useTranslation()
  const { looking, result, lookUp, typePostcode, replaced, putBack, listedState } = usePostcode({
    value,
    onChange,
    findPostcode,
    without,
  })
  // Countries name the same field differently, and lack some: ZIP code, CEP.
  const country = countries.find(({ id }) => id === value.country_id)
  const context = country?.alpha2
  const { hidden, cityFirst } = useAddressFormat(context, value)
  const asks = (field: keyof Address) => !without.includes(field) && !hidden.includes(field)
  const wholeStreet = hidden.includes('address_number')
  const isGuess = (field: keyof Address) => Boolean(guessed[field]) && guessed[field] === value[field]
  const shared = (field: keyof Address) => ({
    ...(isGuess(field) && { description: t('paste.guessed'), inputWrapperOrder: DESCRIBED_BELOW }),
    label: t(`address.${field}`, { context: field === 'address_1' && wholeStreet ? 'whole' : context }),
    error: errors[field],
    required: required.includes(field),
    ...(marked.includes(field) && { withAsterisk: true }),
    'data-path': path(field),
  })
  const text = (field: Exclude<keyof Address, 'country_id' | 'state_id'>) => ({
    ...shared(field),
    value: value[field] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [field]: event.currentTarget.value }),
  })

  const named = (filled: FoundPart[]) => enumerated(filled.map((part) => t(`address.${part}`, { context })))
  const words =
    typeof result === 'object'
      ? result.filled.length > 0 && t('address.filled', { parts: named(result.filled) })
      : result && t(`address.${result}`)
  const differs = value.state_id !== null && listedState !== undefined && listedState !== value.state_id
  const listedName = differs ? states.find(({ id }) => id === listedState)?.label : undefined

  const city = <TextInput {...text('city')} {...HALF} autoComplete="address-level2" />

  return (
    <>
      <FirstSelect
        {...shared('country_id')}
        {...HALF}
        allowDeselect={false}
        data={countries.map(({ id, label }) => ({ value: String(id), label }))}
        value={value.country_id === null ? null : String(value.country_id)}
        onChange={(id) => onChange({ country_id: id === null ? null : Number(id), state_id: null })}
      />
      <TextInput
        {...text('postcode')}
        {...HALF}
        onChange={(event) => typePostcode(event.currentTarget.value)}
        autoComplete="postal-code"
        // Filled fields are visible, so only the other results are shown as text.
        description={typeof result === 'string' ? words : isGuess('postcode') && t('paste.guessed')}
        inputWrapperOrder={DESCRIBED_BELOW}
        rightSection={looking ? <Loader size={16} /> : null}
        onBlur={lookUp}
      />
      {withNotice && <CountryNotice text={country?.notice} />}
      {asks('address_1') && <TextInput {...text('address_1')} autoComplete="address-line1" />}
      {asks('address_number') && (
        <TextInput {...text('address_number')} {...(asks('address_complement') ? QUARTER : HALF)} />
      )}
      {asks('address_complement') && (
        <TextInput {...text('address_complement')} {...(asks('address_number') ? QUARTER : {})} />
      )}
      {asks('address_2') && <TextInput {...text('address_2')} {...HALF} autoComplete="address-line2" />}
      {cityFirst && city}
      <FirstSelect
        {...shared('state_id')}
        {...HALF}
        // A required state that the postal code has filled in stays when somebody chooses it as well.
        allowDeselect={!required.includes('state_id')}
        disabled={states.length === 0}
        description={
          listedName
            ? t('address.otherState', { state: listedName })
            : isGuess('state_id') && t('paste.guessed')
        }
        inputWrapperOrder={DESCRIBED_BELOW}
        data={states.map(({ id, label }) => ({ value: String(id), label }))}
        value={value.state_id === null ? null : String(value.state_id)}
        onChange={(id) => onChange({ state_id: id === null ? null : Number(id) })}
      />
      {!cityFirst && city}
      {replaced.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('address.replaced', { parts: named(replaced) })}
          </Text>
          <Button type="button" size="compact-sm" variant="subtle" onClick={putBack}>
            {t('address.putBack')}
          </Button>
        </Group>
      )}
      <VisuallyHidden role="status">{words}</VisuallyHidden>
    </>
  )
}

/** The company's notice to senders about the chosen country. It is announced when it appears. */
function CountryNotice({ text }: { text: string | undefined }) {
  return (
    <div role="status" style={text ? undefined : { display: 'contents' }}>
      {text && (
        <Alert p="xs" icon={<IconInfoCircle size={18} aria-hidden />} style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Alert>
      )}
    </div>
  )
}
