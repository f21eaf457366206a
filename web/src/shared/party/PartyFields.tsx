import { Group, Radio, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DocumentType, PersonType } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { useSite } from '@/context/site'
import { DocumentField } from '@/ui/fields/DocumentField'
import { PhoneField } from '@/ui/fields/PhoneField'
import { documentKind } from '@/ui/fields/party'
import { HALF } from '@/ui/form/field-width'

/** The fields that identify a client or a partner; unset ones are null. */
export type PartyValues = {
  person_type: PersonType
  name: string | null
  trading_name: string | null
  document_type: DocumentType
  document: string | null
  email: string | null
  phone: string | null
  country_id: number | null
}

type PartyFieldsProps = {
  fields: {
    values: PartyValues
    at(path: string): object
    patch(changes: Partial<PartyValues>): void
  }
}

/** Individual or company, with the names of each. */
export function PartyNames({ fields: { values, at, patch } }: PartyFieldsProps) {
  const { t } = useTranslation('party')
  const isCompany = values.person_type === PersonType.Company
  return (
    <>
      <Radio.Group
        label={t('person_type')}
        value={String(values.person_type)}
        onChange={(type) => patch({ person_type: Number(type) as PersonType })}
      >
        <Group gap="md" mt="xs">
          <Radio value={String(PersonType.Company)} label={t('company')} />
          <Radio value={String(PersonType.Person)} label={t('person')} />
        </Group>
      </Radio.Group>
      <TextInput
        {...at('name')}
        {...(isCompany && HALF)}
        label={t('name')}
        value={values.name ?? ''}
        onChange={(event) => patch({ name: event.currentTarget.value || null })}
        withAsterisk
        maxLength={200}
      />
      {isCompany && (
        <TextInput
          {...at('trading_name')}
          {...HALF}
          label={t('trading_name')}
          value={values.trading_name ?? ''}
          onChange={(event) => patch({ trading_name: event.currentTarget.value || null })}
          maxLength={200}
        />
      )}
    </>
  )
}

/** The document by which the party is known: in Brazil a CPF or a CNPJ. */
export function PartyDocument({ fields: { values, at, patch } }: PartyFieldsProps) {
  const { t } = useTranslation('party')
  const isCompany = values.person_type === PersonType.Company
  const kind = documentKind(isCompany ? { ...values, document_type: DocumentType.TaxId } : values)
  return (
    <>
      {!isCompany && (
        <Select
          {...at('document_type')}
          {...HALF}
          label={t('document_type')}
          data={[
            { value: String(DocumentType.TaxId), label: t('taxId') },
            { value: String(DocumentType.Passport), label: t('passport') },
          ]}
          value={String(values.document_type)}
          onChange={(type) => patch({ document_type: Number(type ?? DocumentType.TaxId) as DocumentType })}
          allowDeselect={false}
        />
      )}
      <DocumentField
        {...at('document')}
        {...HALF}
        key={kind}
        kind={kind}
        label={kind === 'other' ? t('document') : kind.toUpperCase()}
        value={values.document ?? ''}
        onChange={(document) => patch({ document: document || null })}
        maxLength={40}
      />
    </>
  )
}

export function PartyContact({ fields: { values, at, patch } }: PartyFieldsProps) {
  const { t } = useTranslation('party')
  const { config } = useSite()
  const { data } = useChoices()
  const home = data?.countries.find(({ id }) => id === (values.country_id ?? config.country_id))
  return (
    <>
      <TextInput
        {...at('email')}
        {...HALF}
        type="email"
        inputMode="email"
        label={t('email')}
        value={values.email ?? ''}
        onChange={(event) => patch({ email: event.currentTarget.value || null })}
        maxLength={254}
      />
      <div data-width="half">
        <PhoneField
          {...at('phone')}
          label={t('phone')}
          value={values.phone ?? ''}
          onChange={(phone) => patch({ phone: phone || null })}
          codes={data?.codes ?? []}
          defaultCountry={home?.alpha2 ?? ''}
        />
      </div>
    </>
  )
}
