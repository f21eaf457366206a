import { Alert, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { findAddress } from '@/api/find-address'
import {
  clientDetailsShow,
  invalidateClientDetailsShow,
  useClientDetailsUpdate,
} from '@/api/generated/endpoints/my-account/my-account'
import { type ClientDetails, PersonType } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { notify } from '@/ui/dialogs/notify'
import { AddressFields } from '@/ui/fields/AddressFields'
import { neededOf, problemOfPostcode } from '@/ui/fields/address'
import { PhoneField } from '@/ui/fields/PhoneField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { type ClientValues, updateOf, valuesOf } from './values'

type ClientFormProps = { client: ClientDetails; choices: Choices }

/** How the client is reached, and where it is. */
export function ClientForm({ client, choices }: ClientFormProps) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const queryClient = useQueryClient()
  const validate = useClientRules()
  const update = useClientDetailsUpdate()
  const model = useResourceForm<ClientValues, ClientDetails>({
    name: `client-details-${client.id}`,
    initial: valuesOf(client),
    follows: 'telling',
    newest: async () => valuesOf((await clientDetailsShow()).data ?? client),
    validate: (values) => validate(values, states.length > 0),
    submit: async (values) => (await update.mutateAsync({ data: updateOf(values) })).data,
    onSaved: (saved) => {
      model.goOn(valuesOf(saved))
      notify.success(t('details.saved'))
      void invalidateClientDetailsShow(queryClient)
    },
  })
  const { values, errors, text, input, patch } = useTiedFields(model.form)
  const states = useStates(values.country_id)
  const country = choices.countries.find(({ id }) => id === values.country_id)
  const readOnly = !client.can.update
  return (
    <ResourceForm
      model={model}
      submitLabel={common('save')}
      onCancel={model.discardDraft}
      readOnly={readOnly}
    >
      {readOnly && <Alert>{t('details.readOnly')}</Alert>}
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        <FormSection title={t('details.contact')} text={t('details.contactText')}>
          {client.person_type === PersonType.Company && (
            <TextInput {...text('responsible')} {...HALF} label={t('client.responsible')} maxLength={200} />
          )}
          <TextInput
            {...text('email')}
            {...HALF}
            required
            label={t('client.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
          />
          <div data-width="half">
            <PhoneField
              {...input('phone')}
              required
              label={t('client.phone')}
              codes={choices.codes}
              defaultCountry={country?.alpha2 ?? ''}
            />
          </div>
        </FormSection>
        <FormSection title={t('details.address')} text={t('details.addressText')}>
          <AddressFields
            value={values}
            onChange={patch}
            countries={choices.countries}
            states={states}
            findPostcode={findAddress}
            errors={errors}
            path={(field) => field}
            required={neededOf(states.length > 0)}
          />
        </FormSection>
      </fieldset>
    </ResourceForm>
  )
}

/** Checks of the form, in its order. The server has the same rules. */
function useClientRules() {
  const { t: codes } = useTranslation(['codes'])
  const { required, email } = useRules()
  return (values: ClientValues, hasStates: boolean) => {
    const errors: Record<string, ReactNode> = {
      email: email(values.email?.trim() ?? ''),
      phone: required(values.phone ?? ''),
    }
    for (const field of neededOf(hasStates)) errors[field] = required(String(values[field] ?? '').trim())
    errors.postcode ??= problemOfPostcode(values, codes)
    return errors
  }
}
