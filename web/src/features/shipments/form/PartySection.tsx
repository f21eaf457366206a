import { Radio, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { findAddress } from '@/api/find-address'
import { DocumentType, PersonType } from '@/api/schema'
import { useStates } from '@/api/useStates'
import { useSite } from '@/app/site'
import { type Address, AddressFields } from '@/ui/fields/AddressFields'
import { DocumentField } from '@/ui/fields/DocumentField'
import { PhoneField } from '@/ui/fields/PhoneField'
import { BRAZIL } from '@/ui/fields/party'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './fields'
import { documentKind } from './rules'
import classes from './ShipmentForm.module.css'
import type { Lookups } from './useLookups'
import type { Side } from './values'

type Props = { side: Side; fields: Fields; lookups: Lookups }

/** One end of the way: who, how to reach them, and where. */
export function PartySection({ side, fields, lookups }: Props) {
  const { t } = useTranslation('shipment-form')
  const { config } = useSite()
  const { values, text, set } = fields
  const isCompany = values[`${side}_person_type`] === PersonType.Company
  return (
    <FormSection title={t(`section.${side}`)} text={t(`section.${side}Text`)}>
      <Radio.Group
        label={t('field.person_type')}
        value={String(values[`${side}_person_type`])}
        onChange={(type) => set(`${side}_person_type`, Number(type) as PersonType)}
      >
        <div className={classes.radios}>
          <Radio value={String(PersonType.Person)} label={t('person')} />
          <Radio value={String(PersonType.Company)} label={t('company')} />
        </div>
      </Radio.Group>
      <TextInput
        {...text(`${side}_name`)}
        {...(isCompany ? HALF : {})}
        label={t(isCompany ? 'field.company_name' : 'field.name')}
        maxLength={200}
      />
      {isCompany && (
        <>
          <TextInput
            {...text(`${side}_trading_name`)}
            {...HALF}
            label={t('field.trading_name')}
            maxLength={200}
          />
          <TextInput {...text(`${side}_responsible`)} label={t('field.responsible')} maxLength={200} />
        </>
      )}
      <Identity side={side} fields={fields} />
      <TextInput
        {...text(`${side}_email`)}
        {...HALF}
        type="email"
        inputMode="email"
        label={t('field.email')}
        maxLength={254}
      />
      <div data-width="half">
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
      <PartyAddress side={side} fields={fields} lookups={lookups} />
    </FormSection>
  )
}

const countryCode = ({ countries }: Lookups, id: number) =>
  countries.find((country) => country.id === id)?.alpha2 ?? ''

/** The document by which the party is known, and a Brazilian company's state registration. */
function Identity({ side, fields }: Omit<Props, 'lookups'>) {
  const { t } = useTranslation('shipment-form')
  const { values, at, text, set } = fields
  const kind = documentKind(values, side)
  const isCompany = values[`${side}_person_type`] === PersonType.Company
  const inBrazil = values[`${side}_country_id`] === BRAZIL
  const documentType = values[`${side}_document_type`] ?? DocumentType.TaxId
  return (
    <>
      {!isCompany && (
        <Select
          {...at(`${side}_document_type`)}
          {...HALF}
          label={t('field.document_type')}
          data={(['1', '2'] as const).map((value) => ({ value, label: t(`documentType.${value}`) }))}
          value={String(documentType)}
          onChange={(type) =>
            set(`${side}_document_type`, Number(type ?? DocumentType.TaxId) as DocumentType)
          }
          allowDeselect={false}
        />
      )}
      <DocumentField
        {...at(`${side}_document`)}
        {...HALF}
        key={kind}
        kind={kind}
        label={kind === 'other' ? t('field.document') : kind.toUpperCase()}
        value={values[`${side}_document`] ?? ''}
        onChange={(document) => set(`${side}_document`, document || null)}
        maxLength={40}
      />
      {isCompany && inBrazil && (
        <TextInput
          {...text(`${side}_ie`)}
          {...HALF}
          label={t('field.ie')}
          description={t('field.ieText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={20}
        />
      )}
    </>
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

function PartyAddress({ side, fields, lookups }: Props) {
  const { values, errors, patch } = fields
  const countryId = values[`${side}_country_id`]
  const states = useStates(countryId)
  const read = <T,>(of: (part: keyof Address) => T) =>
    Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<keyof Address, T>
  return (
    <AddressFields
      value={read((part) => values[`${side}_${part}`]) as Address}
      errors={read((part) => errors[`${side}_${part}`])}
      path={(part) => `${side}_${part}`}
      onChange={(changes) =>
        patch(Object.fromEntries(Object.entries(changes).map(([part, value]) => [`${side}_${part}`, value])))
      }
      countries={lookups.countries.filter(({ id, active }) => active || id === countryId)}
      states={states}
      findPostcode={findAddress}
    />
  )
}
