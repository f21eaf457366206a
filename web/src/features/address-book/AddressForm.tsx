import { Button, Group, Radio, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  savedAddressCreate,
  savedAddressUpdate,
  useSavedAddressShow,
} from '@/api/generated/endpoints/address-book/address-book'
import { freshly } from '@/api/record-query'
import { DocumentType, PersonType, type SavedAddress } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { PasteAddress } from '@/shared/party/paste/PasteAddress'
import type { Address } from '@/ui/fields/AddressFields'
import { DocumentField } from '@/ui/fields/DocumentField'
import { PhoneField } from '@/ui/fields/PhoneField'
import { BRAZIL, documentKind } from '@/ui/fields/party'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshAddresses, useDelete } from './useDelete'
import { type AddressValues, emptyAddress, inputOf, valuesOf } from './values'

/** Creates an entry of the address book, or changes the one of this id. */
export function AddressForm({ id }: { id?: string }) {
  const { t } = useTranslation('address-book')
  const { required } = useRules()
  const [guessed, setGuessed] = useState<Partial<Address>>({})
  return (
    <RecordForm
      name="saved-address"
      id={id}
      result={useSavedAddressShow(id ?? '', freshly(id))}
      lookups={[useChoices()]}
      title={id ? t('one') : t('create')}
      nameOf={({ name }) => name}
      action={(record) => <DeleteButton record={record} />}
      empty={emptyAddress}
      valuesOf={valuesOf}
      validate={{ name: required, city: required, country_id: required }}
      save={(values, kept) =>
        kept
          ? savedAddressUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : savedAddressCreate(inputOf(values))
      }
      refresh={refreshAddresses}
      leaveTo={paths['saved_addresses.index']}
    >
      {(fields) => (
        <>
          <FormSection title={t('section.address')}>
            <Paste fields={fields} onGuess={(found) => setGuessed((before) => ({ ...before, ...found }))} />
            <Names fields={fields} />
            <RecordAddress fields={fields} guessed={guessed} />
          </FormSection>
          <FormSection title={t('section.contact')}>
            <Identity fields={fields} />
            <Contact fields={fields} />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

function DeleteButton({ record }: { record: SavedAddress }) {
  const { t } = useTranslation('address-book')
  const navigate = useNavigate()
  const remove = useDelete()
  if (!record.can.delete) return null
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={async () => {
        if (await remove(record)) await navigate({ to: paths['saved_addresses.index']() })
      }}
    >
      {t('delete.action')}
    </Button>
  )
}

type SectionProps = { fields: TiedFields<AddressValues> }

/** A whole address as somebody sent it. */
function Paste({ fields, onGuess }: SectionProps & { onGuess(found: Partial<Address>): void }) {
  const { values, patch } = fields
  const { data } = useChoices()
  if (!data) return null
  return (
    <div>
      <PasteAddress
        countryId={values.country_id}
        likelyId={values.country_id}
        lookups={data}
        onFill={(found) => {
          onGuess(found)
          patch(found)
        }}
      />
    </div>
  )
}

function Names({ fields: { values, at, patch, set, text } }: SectionProps) {
  const { t } = useTranslation('address-book')
  const { can } = useProfile()
  const isCompany = values.person_type === PersonType.Company
  return (
    <>
      {can['client.select'] && (
        <ClientChoice
          {...at('client_id')}
          label={t('field.client')}
          value={values.client_id}
          name={values.client_label}
          onChange={(client_id, client_label) => patch({ client_id, client_label })}
        />
      )}
      <Radio.Group
        label={t('field.person_type')}
        value={String(values.person_type)}
        onChange={(type) => set('person_type', Number(type) as PersonType)}
      >
        <Group gap="md" mt="xs">
          <Radio value={String(PersonType.Person)} label={t('person')} />
          <Radio value={String(PersonType.Company)} label={t('company')} />
        </Group>
      </Radio.Group>
      <TextInput
        {...text('name')}
        {...(isCompany && HALF)}
        label={t('field.name')}
        withAsterisk
        maxLength={200}
      />
      {isCompany && (
        <>
          <TextInput {...text('trading_name')} {...HALF} label={t('field.trading_name')} maxLength={200} />
          <TextInput {...text('responsible')} label={t('field.responsible')} maxLength={200} />
        </>
      )}
    </>
  )
}

/** The document by which the party is known, and a Brazilian company's state registration. */
function Identity({ fields: { values, at, set, text, input } }: SectionProps) {
  const { t } = useTranslation('address-book')
  const isCompany = values.person_type === PersonType.Company
  const inBrazil = values.country_id === BRAZIL
  const kind = documentKind(values)
  const isPassport = values.document_type === DocumentType.Passport
  return (
    <>
      {!isCompany && (
        <Select
          {...at('document_type')}
          {...HALF}
          label={t('field.document_type')}
          data={[
            { value: String(DocumentType.TaxId), label: inBrazil ? 'CPF' : t('taxId') },
            { value: String(DocumentType.Passport), label: t('passport') },
          ]}
          value={String(values.document_type)}
          onChange={(type) => set('document_type', Number(type ?? DocumentType.TaxId) as DocumentType)}
          allowDeselect={false}
        />
      )}
      <DocumentField
        {...input('document')}
        {...HALF}
        key={kind}
        kind={kind}
        label={kind === 'other' ? t(isPassport ? 'passport' : 'taxId') : kind.toUpperCase()}
        maxLength={40}
      />
      {isCompany && inBrazil && <TextInput {...text('ie')} {...HALF} label={t('field.ie')} maxLength={20} />}
    </>
  )
}

function Contact({ fields: { values, text, input } }: SectionProps) {
  const { t } = useTranslation('address-book')
  const { data } = useChoices()
  const { country_id } = useSite().config
  const home = data?.countries.find(({ id }) => id === (values.country_id ?? country_id))
  return (
    <>
      <div data-width="half">
        <PhoneField
          {...input('phone')}
          label={t('field.phone')}
          codes={data?.codes ?? []}
          defaultCountry={home?.alpha2 ?? ''}
        />
      </div>
      <TextInput
        {...text('email')}
        {...HALF}
        type="email"
        inputMode="email"
        label={t('field.email')}
        maxLength={254}
      />
    </>
  )
}
