import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountryChoice } from '@/shared/choices/CountryChoice'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, QUARTER, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { AgentValues, PartyValues, WaybillValues } from './values'

type PartyProps = { fields: TiedFields<WaybillValues>; party: 'shipper' | 'consignee' }

type Texts<T> = Extract<{ [K in keyof T]: T[K] extends string ? K : never }[keyof T], string>

/** Who sends or gets the goods. It can wait until the waybill is issued. */
export function PartySection({ fields: { form, values, at }, party }: PartyProps) {
  const { t } = useTranslation('waybills')
  const typed = values[party]
  const input = (name: Texts<PartyValues>) => ({
    ...at(`${party}.${name}`),
    value: typed[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setFieldValue(`${party}.${name}`, event.currentTarget.value),
  })
  return (
    <FormSection title={t(`section.${party}`)} text={t('partyText')}>
      <TextInput {...input('name')} label={t('field.name')} maxLength={120} />
      <TextInput {...input('street')} label={t('field.street')} maxLength={200} />
      <TextInput {...input('city')} {...HALF} label={t('field.city')} maxLength={120} />
      <TextInput {...input('state')} {...QUARTER} label={t('field.state')} maxLength={60} />
      <TextInput {...input('postcode')} {...QUARTER} label={t('field.postcode')} maxLength={20} />
      <CountryChoice
        {...at(`${party}.country_id`)}
        {...HALF}
        label={t('field.country_id')}
        value={typed.country_id}
        onChange={(country) => form.setFieldValue(`${party}.country_id`, country)}
      />
      <TextInput {...input('phone')} {...HALF} label={t('field.phone')} maxLength={40} inputMode="tel" />
      <TextInput {...input('document')} {...HALF} label={t('field.document')} maxLength={40} />
      <TextInput {...input('account')} {...HALF} label={t('field.account')} maxLength={14} />
    </FormSection>
  )
}

/** The agent of IATA who writes the waybill for the airline. */
export function AgentSection({ fields: { form, values, at } }: { fields: TiedFields<WaybillValues> }) {
  const { t } = useTranslation('waybills')
  const input = (name: keyof AgentValues) => ({
    ...at(`agent.${name}`),
    value: values.agent[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setFieldValue(`agent.${name}`, event.currentTarget.value),
  })
  return (
    <FormSection title={t('section.agent')} text={t('agentText')}>
      <TextInput {...input('name')} {...HALF} label={t('field.name')} maxLength={120} />
      <TextInput {...input('city')} {...HALF} label={t('field.city')} maxLength={120} />
      <TextInput
        {...input('iata_code')}
        {...THIRD}
        label={t('field.iata_code')}
        placeholder="5712345"
        // Also with the hyphen of documents.
        maxLength={9}
        inputMode="numeric"
      />
      <TextInput
        {...input('settlement_code')}
        {...THIRD}
        label={t('field.settlement_code')}
        placeholder="0011"
        maxLength={4}
        inputMode="numeric"
      />
      <TextInput {...input('account')} {...THIRD} label={t('field.account')} maxLength={14} />
    </FormSection>
  )
}
