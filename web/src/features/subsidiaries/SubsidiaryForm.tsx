import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { findAddress } from '@/api/find-address'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import {
  getSubsidiaryShowQueryKey,
  invalidateSubsidiaryList,
  invalidateSubsidiarySelect,
} from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import type { Subsidiary } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { paths } from '@/app/paths'
import { notify } from '@/ui/dialogs/notify'
import { AddressFields } from '@/ui/fields/AddressFields'
import { DocumentField } from '@/ui/fields/DocumentField'
import { BRAZIL } from '@/ui/fields/party'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import type { SubsidiaryValues } from './values'

type Props = {
  /** Names the draft. */
  name: string
  initial: SubsidiaryValues
  choices: Choices
  savedText: string
  readOnly?: boolean
  save(values: SubsidiaryValues): Promise<Subsidiary>
}

export function SubsidiaryForm({ name, initial, choices, savedText, readOnly, save }: Props) {
  const { t } = useTranslation(['subsidiaries', 'codes'])
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const required = (value: string | null) => (value?.trim() ? null : t('codes:required'))
  const model = useResourceForm<SubsidiaryValues, Subsidiary>({
    name,
    initial,
    validate: {
      title: required,
      city: required,
      country_id: (value) => (value === null ? t('codes:required') : null),
    },
    submit: save,
    onSaved(subsidiary) {
      queryClient.setQueryData(getSubsidiaryShowQueryKey(subsidiary.id), { data: subsidiary })
      void invalidateSubsidiaryList(queryClient)
      void invalidateSubsidiarySelect(queryClient)
      notify.success(savedText)
      void navigate({ to: paths['subsidiaries.index']() })
    },
  })
  const fields = useTiedFields(model.form)
  return (
    <ResourceForm
      model={model}
      submitLabel={t('save')}
      onCancel={() => void navigate({ to: paths['subsidiaries.index']() })}
      readOnly={readOnly}
    >
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        <General fields={fields} />
        <FormSection title={t('section.address')} text={t('section.addressText')}>
          <Place fields={fields} choices={choices} />
        </FormSection>
      </fieldset>
    </ResourceForm>
  )
}

type Fields = ReturnType<typeof useTiedFields<SubsidiaryValues>>

function General({ fields }: { fields: Fields }) {
  const { t } = useTranslation('subsidiaries')
  const { values } = fields
  const inBrazil = values.country_id === BRAZIL
  return (
    <FormSection title={t('section.general')} text={t('section.generalText')}>
      <TextInput
        {...fields.at('title')}
        {...HALF}
        label={t('field.title')}
        withAsterisk
        maxLength={80}
        value={values.title}
        onChange={(event) => fields.set('title', event.currentTarget.value)}
      />
      <TimeZone value={values.time_zone} fields={fields} />
      <DocumentField
        {...fields.at('document')}
        {...HALF}
        label={inBrazil ? t('field.cnpj') : t('field.document')}
        kind={inBrazil ? 'cnpj' : 'other'}
        maxLength={40}
        value={values.document ?? ''}
        onChange={(document) => fields.set('document', document || null)}
      />
      {inBrazil && (
        <TextInput
          {...fields.at('ie')}
          {...HALF}
          label={t('field.ie')}
          maxLength={20}
          value={values.ie ?? ''}
          onChange={(event) => fields.set('ie', event.currentTarget.value || null)}
        />
      )}
    </FormSection>
  )
}

function TimeZone({ value, fields }: { value: string; fields: Fields }) {
  const { t } = useTranslation('subsidiaries')
  const { data } = useLookupTimezones(undefined, FOREVER)
  return (
    <TimeZoneSelect
      {...fields.at('time_zone')}
      {...HALF}
      label={t('field.time_zone')}
      zones={data?.data ?? []}
      value={value}
      onChange={(zone) => fields.set('time_zone', zone)}
    />
  )
}

function Place({ fields, choices }: { fields: Fields; choices: Choices }) {
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
