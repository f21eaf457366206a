import { Group, Radio, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { findAddress } from '@/api/find-address'
import {
  getPartnerShowQueryKey,
  invalidatePartnerList,
  invalidatePartnerSelect,
} from '@/api/generated/endpoints/partners/partners'
import type { DocumentType, Partner, PersonType } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { paths } from '@/app/paths'
import { useSite } from '@/app/site'
import { notify } from '@/ui/dialogs/notify'
import { AddressFields } from '@/ui/fields/AddressFields'
import { DocumentField } from '@/ui/fields/DocumentField'
import { PhoneField } from '@/ui/fields/PhoneField'
import { COMPANY, documentKind, PASSPORT, PERSON, TAX_ID } from '@/ui/fields/party'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import type { PartnerValues } from './values'

type Props = {
  /** Names the draft. */
  name: string
  initial: PartnerValues
  choices: Choices
  savedText: string
  readOnly?: boolean
  save(values: PartnerValues): Promise<Partner>
}

export function PartnerForm({ name, initial, choices, savedText, readOnly, save }: Props) {
  const { t } = useTranslation(['partners', 'codes'])
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const required = (value: string | null) => (value?.trim() ? null : t('codes:required'))
  const model = useResourceForm<PartnerValues, Partner>({
    name,
    initial,
    validate: {
      name: required,
      city: required,
      country_id: (value) => (value === null ? t('codes:required') : null),
    },
    submit: save,
    onSaved(partner) {
      queryClient.setQueryData(getPartnerShowQueryKey(partner.id), { data: partner })
      void invalidatePartnerList(queryClient)
      void invalidatePartnerSelect(queryClient)
      notify.success(savedText)
      void navigate({ to: paths['partners.index']() })
    },
  })
  const fields = useTiedFields(model.form)
  return (
    <ResourceForm
      model={model}
      submitLabel={t('save')}
      onCancel={() => void navigate({ to: paths['partners.index']() })}
      readOnly={readOnly}
    >
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        <FormSection title={t('section.general')} text={t('section.generalText')}>
          <Names fields={fields} />
          <Identity fields={fields} />
          <Contact fields={fields} choices={choices} />
        </FormSection>
        <FormSection title={t('section.address')} text={t('section.addressText')}>
          <Place fields={fields} choices={choices} />
        </FormSection>
      </fieldset>
    </ResourceForm>
  )
}

type Fields = ReturnType<typeof useTiedFields<PartnerValues>>
type SectionProps = { fields: Fields }

function Names({ fields }: SectionProps) {
  const { t } = useTranslation('partners')
  const { values } = fields
  const isCompany = values.person_type === COMPANY
  return (
    <>
      <Radio.Group
        label={t('field.person_type')}
        value={String(values.person_type)}
        onChange={(type) => fields.set('person_type', Number(type) as PersonType)}
      >
        <Group gap="md" mt="xs">
          <Radio value={String(COMPANY)} label={t('company')} />
          <Radio value={String(PERSON)} label={t('person')} />
        </Group>
      </Radio.Group>
      <TextInput
        {...fields.at('name')}
        {...(isCompany ? HALF : {})}
        label={t('field.name')}
        withAsterisk
        maxLength={200}
        value={values.name}
        onChange={(event) => fields.set('name', event.currentTarget.value)}
      />
      {isCompany && (
        <TextInput
          {...fields.at('trading_name')}
          {...HALF}
          label={t('field.trading_name')}
          maxLength={200}
          value={values.trading_name ?? ''}
          onChange={(event) => fields.set('trading_name', event.currentTarget.value || null)}
        />
      )}
    </>
  )
}

/** The document by which the partner is known. */
function Identity({ fields }: SectionProps) {
  const { t } = useTranslation('partners')
  const { values } = fields
  const isCompany = values.person_type === COMPANY
  const kind = documentKind(isCompany ? { ...values, document_type: TAX_ID } : values)
  return (
    <>
      {!isCompany && (
        <Select
          {...fields.at('document_type')}
          {...HALF}
          label={t('field.document_type')}
          data={[
            { value: String(TAX_ID), label: t('taxId') },
            { value: String(PASSPORT), label: t('passport') },
          ]}
          value={String(values.document_type)}
          onChange={(type) => fields.set('document_type', Number(type ?? TAX_ID) as DocumentType)}
          allowDeselect={false}
        />
      )}
      <DocumentField
        {...fields.at('document')}
        {...HALF}
        key={kind}
        kind={kind}
        label={kind === 'other' ? t('field.document') : kind.toUpperCase()}
        maxLength={40}
        value={values.document ?? ''}
        onChange={(document) => fields.set('document', document || null)}
      />
    </>
  )
}

function Contact({ fields, choices }: SectionProps & { choices: Choices }) {
  const { t } = useTranslation('partners')
  const { config } = useSite()
  const { values } = fields
  const home = choices.countries.find(({ id }) => id === (values.country_id ?? config.country_id))
  return (
    <>
      <TextInput
        {...fields.at('email')}
        {...HALF}
        type="email"
        inputMode="email"
        label={t('field.email')}
        maxLength={254}
        value={values.email ?? ''}
        onChange={(event) => fields.set('email', event.currentTarget.value || null)}
      />
      <div data-width="half">
        <PhoneField
          label={t('field.phone')}
          value={values.phone ?? ''}
          onChange={(phone) => fields.set('phone', phone || null)}
          codes={choices.codes}
          defaultCountry={home?.alpha2 ?? ''}
          error={fields.errors.phone}
          data-path="phone"
        />
      </div>
    </>
  )
}

function Place({ fields, choices }: SectionProps & { choices: Choices }) {
  const { values, errors, patch } = fields
  const states = useStates(values.country_id)
  return (
    <AddressFields
      value={values}
      errors={errors}
      path={(part) => part}
      required={['country_id', 'city']}
      onChange={patch}
      countries={choices.countries}
      states={states}
      findPostcode={findAddress}
    />
  )
}
