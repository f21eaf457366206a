import { Checkbox, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findAddress } from '@/api/find-address'
import { getSavedAddressSelectQueryOptions } from '@/api/generated/endpoints/address-book/address-book'
import { type KnownParty, PersonType } from '@/api/schema'
import { useRecipientNeeds } from '@/api/usePlaces'
import { useStates } from '@/api/useStates'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { PasteAddress, type PastedAddress } from '@/shared/party/paste/PasteAddress'
import { type Address, AddressFields } from '@/ui/fields/AddressFields'
import { PhoneField } from '@/ui/fields/PhoneField'
import { BRAZIL } from '@/ui/fields/party'
import { SuggestField, type Suggestion } from '@/ui/fields/SuggestField'
import { HALF } from '@/ui/form/field-width'
import { FormCard, WIDE_HALF } from './FormCard'
import type { Fields } from './fields'
import { sideOf } from './fill-in'
import { Identity } from './Identity'
import { MoreFields } from './MoreFields'
import { RecipientUpdates } from './RecipientUpdates'
import classes from './ShipmentForm.module.css'
import type { Lookups } from './useLookups'
import { useUnservedWay } from './useUnservedWay'
import type { ShipmentValues, Side } from './values'

/** A pasted address as fields of one side. */
const ofSide = (side: Side, found: Partial<PastedAddress>) =>
  Object.fromEntries(
    Object.entries(found).map(([part, value]) => [`${side}_${part}`, value]),
  ) as Partial<ShipmentValues>

type Props = { side: Side; fields: Fields; lookups: Lookups; children?: React.ReactNode }

/** One end of the way: who, where, and how to reach them. The country comes before all that depends on it. */
export function PartyCard({ side, fields, lookups, children }: Props) {
  const { t } = useTranslation('shipment-form')
  const { config } = useSite()
  const { values, text, set } = fields
  const [guessed, setGuessed] = useState<Partial<Address>>({})
  return (
    <FormCard
      title={t(`section.${side}`)}
      aside={
        <PasteAddress
          of={t(`section.${side}`)}
          countryId={values[`${side}_country_id`]}
          likelyId={values[`${side}_country_id`] ?? (side === 'from' ? config.country_id : null)}
          lookups={lookups}
          onFill={(found) => {
            setGuessed((before) => ({ ...before, ...found }))
            fields.patch(ofSide(side, found))
          }}
        />
      }
    >
      {children}
      <Radio.Group
        aria-label={t('field.person_type')}
        value={String(values[`${side}_person_type`])}
        onChange={(type) => set(`${side}_person_type`, Number(type) as PersonType)}
      >
        <div className={classes.radios}>
          <Radio value={String(PersonType.Person)} label={t('person')} />
          <Radio value={String(PersonType.Company)} label={t('company')} />
        </div>
      </Radio.Group>
      <PartyName side={side} fields={fields} />
      <PartyAddress side={side} fields={fields} lookups={lookups} guessed={guessed} />
      <Identity side={side} fields={fields} />
      <PartyPhone side={side} fields={fields} lookups={lookups} />
      <TextInput
        {...text(`${side}_email`)}
        {...WIDE_HALF}
        type="email"
        inputMode="email"
        label={t('field.email')}
        maxLength={254}
      />
      {side === 'to' && <RecipientUpdates fields={fields} />}
      <CompanyFields side={side} fields={fields} />
      <SaveToBook side={side} fields={fields} />
    </FormCard>
  )
}

export function PartyPhone({ side, fields, lookups }: Props) {
  const { t } = useTranslation('shipment-form')
  const { config } = useSite()
  const { values, set } = fields
  return (
    <div data-width="wide-half">
      <PhoneField
        label={t('field.phone')}
        value={values[`${side}_phone`] ?? ''}
        onChange={(phone) => set(`${side}_phone`, phone || null)}
        codes={lookups.codes}
        defaultCountry={countryCode(lookups, values[`${side}_country_id`] ?? config.country_id)}
        error={fields.errors[`${side}_phone`]}
        data-path={`${side}_phone`}
      />
    </div>
  )
}

const countryCode = ({ countries }: Lookups, id: number) =>
  countries.find((country) => country.id === id)?.alpha2 ?? ''

type SideProps = { side: Side; fields: Fields }

/** Proposes those the client has sent to, or sent from, before; choosing one fills the card. */
export function PartyName({ side, fields }: SideProps) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  const { values, text, at, patch, set } = fields
  const name = `${side}_name` as const
  const isCompany = values[`${side}_person_type`] === PersonType.Company
  const label = t(isCompany ? 'field.company_name' : 'field.name')
  if (!can['saved_address.select'])
    return <TextInput {...text(name)} label={label} withAsterisk maxLength={200} />
  return (
    <SuggestField<KnownParty>
      {...at(name)}
      label={label}
      withAsterisk
      maxLength={200}
      value={values[name] ?? ''}
      onChange={(typed) => set(name, typed || null)}
      onPick={(party) => patch({ ...sideOf(side, party), [`${side}_saved`]: false })}
      suggestions={(search) => ({
        ...getSavedAddressSelectQueryOptions({
          side,
          ...(search && { search }),
          ...(values.client_id && { client_id: values.client_id }),
        }),
        select: suggestionsOf,
      })}
    />
  )
}

const suggestionsOf = ({ data }: { data: KnownParty[] }): Suggestion<KnownParty>[] =>
  data.map((party) => ({
    key: party.id ?? JSON.stringify(party),
    label: party.name ?? '',
    hint: [party.address_1, party.city].filter(Boolean).join(', '),
    value: party,
  }))

/** Rarely used fields of companies. */
function CompanyFields({ side, fields }: SideProps) {
  const { t } = useTranslation('shipment-form')
  const { values, errors, text } = fields
  if (values[`${side}_person_type`] !== PersonType.Company) return null
  const names = [`${side}_trading_name`, `${side}_responsible`, `${side}_ie`] as const
  return (
    <MoreFields
      of={t(`section.${side}`)}
      filled={names.some((name) => values[name])}
      wrong={names.some((name) => errors[name])}
    >
      <TextInput
        {...text(`${side}_trading_name`)}
        {...HALF}
        label={t('field.trading_name')}
        maxLength={200}
      />
      <TextInput {...text(`${side}_responsible`)} {...HALF} label={t('field.responsible')} maxLength={200} />
      {values[`${side}_country_id`] === BRAZIL && (
        <TextInput
          {...text(`${side}_ie`)}
          label={t('field.ie')}
          description={t('field.ieText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={20}
        />
      )}
    </MoreFields>
  )
}

/** An entry of the address book needs a name, a country and a city. */
function SaveToBook({ side, fields: { values, set } }: SideProps) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  const isEnough = values[`${side}_name`] && values[`${side}_country_id`] && values[`${side}_city`]
  if (!can['saved_address.create'] || !isEnough) return null
  return (
    <Checkbox
      size="sm"
      label={t('saveToBook')}
      checked={values[`${side}_saved`]}
      onChange={(event) => set(`${side}_saved`, event.currentTarget.checked)}
    />
  )
}

const PARTS = [
  'country_id',
  'postcode',
  'address_1',
  'address_2',
  'address_number',
  'address_complement',
  'state_id',
  'city',
] as const satisfies (keyof Address)[]

type PartyAddressProps = Props & {
  /** The fields that were guessed from a pasted text. */
  guessed?: Partial<Address>
}

export function PartyAddress({ side, fields, lookups, guessed }: PartyAddressProps) {
  const { values, errors, patch } = fields
  const countryId = values[`${side}_country_id`]
  const states = useStates(countryId)
  const unserved = useUnservedWay(values)
  const needs = useRecipientNeeds()(side === 'to' ? countryId : null)
  const read = <T,>(of: (part: keyof Address) => T) =>
    Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<keyof Address, T>
  return (
    <AddressFields
      value={read((part) => values[`${side}_${part}`]) as Address}
      errors={{
        ...read((part) => errors[`${side}_${part}`]),
        ...(side === 'to' && unserved && { country_id: errors.to_country_id ?? unserved }),
      }}
      path={(part) => `${side}_${part}`}
      onChange={(changes) =>
        patch(Object.fromEntries(Object.entries(changes).map(([part, value]) => [`${side}_${part}`, value])))
      }
      countries={lookups.countries.filter((one) => one[`ships_${side}`] || one.id === countryId)}
      withNotice={side === 'to'}
      states={states}
      guessed={guessed}
      marked={[
        'country_id',
        'address_1',
        'city',
        ...(needs.postcode ? (['postcode'] as const) : []),
        ...(needs.state ? (['state_id'] as const) : []),
      ]}
      findPostcode={findAddress}
    />
  )
}
