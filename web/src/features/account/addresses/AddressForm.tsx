import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { findAddress } from '@/api/find-address'
import {
  accountAddressList,
  invalidateAccountAddressList,
  useAccountAddressCreate,
  useAccountAddressUpdate,
} from '@/api/generated/endpoints/my-account/my-account'
import type { AccountAddress } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { useSite } from '@/context/site'
import { notify } from '@/ui/dialogs/notify'
import { AddressFields } from '@/ui/fields/AddressFields'
import { neededOf, problemOfPostcode } from '@/ui/fields/address'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { type AddressValues, addressOf, emptyAddress, valuesOf } from './values'

type AddressFormProps = { address: AccountAddress | undefined; choices: Choices; onClose(): void }

/** The address as it is now; unchanged where it has been deleted, which the next save says. */
async function newestOf(address: AccountAddress) {
  const { data } = await accountAddressList()
  return valuesOf(data.find(({ id }) => id === address.id) ?? address)
}

export function AddressForm({ address, choices, onClose }: AddressFormProps) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const { config } = useSite()
  const queryClient = useQueryClient()
  const validate = useAddressRules()
  const create = useAccountAddressCreate()
  const update = useAccountAddressUpdate()
  const model = useResourceForm<AddressValues, unknown>({
    name: address ? `account-address-${address.id}` : 'account-address',
    initial: address ? valuesOf(address) : emptyAddress(config.country_id),
    ...(address && { newest: () => newestOf(address) }),
    validate: (values) => validate(values, states.length > 0),
    submit: (values) => {
      const data = addressOf(values)
      if (!address) return create.mutateAsync({ data })
      return update.mutateAsync({
        id: address.id,
        data: { ...data, version: values.version ?? address.version },
      })
    },
    onSaved: () => {
      notify.success(t('saved'))
      void invalidateAccountAddressList(queryClient)
      onClose()
    },
  })
  const { values, errors, at, set, patch } = useTiedFields(model.form)
  const states = useStates(values.country_id)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={common('save')} onCancel={cancel}>
      <FormSection title={t('addresses.one')}>
        <TextInput
          {...at('label')}
          required
          data-autofocus
          label={t('addresses.label')}
          description={t('addresses.labelText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={60}
          value={values.label}
          onChange={(event) => set('label', event.currentTarget.value)}
        />
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
        {!address?.is_default && (
          <Checkbox
            label={t('addresses.asDefault')}
            checked={values.is_default}
            onChange={(event) => set('is_default', event.currentTarget.checked)}
          />
        )}
      </FormSection>
    </ResourceForm>
  )
}

/** Checks of the client, in the order of the form. The server has the same rules. */
function useAddressRules() {
  const { t: codes } = useTranslation(['codes'])
  const { required } = useRules()
  return (values: AddressValues, hasStates: boolean) => {
    const errors: Record<string, ReactNode> = { label: required(values.label.trim()) }
    for (const field of neededOf(hasStates)) errors[field] = required(String(values[field] ?? '').trim())
    errors.postcode ??= problemOfPostcode(values, codes)
    return errors
  }
}
