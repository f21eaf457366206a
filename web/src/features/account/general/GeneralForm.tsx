import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { accountShow, useAccountUpdate } from '@/api/generated/endpoints/my-account/my-account'
import type { Account, TimeZone } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { useCountryName } from '@/api/useCountryName'
import { useSite } from '@/context/site'
import { notify } from '@/ui/dialogs/notify'
import { problemOfBirthday, todayIn } from '@/ui/fields/birthday'
import { type CallingCode, PhoneField } from '@/ui/fields/PhoneField'
import { showPhone } from '@/ui/fields/phone-mask'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { Habits } from './Habits'
import { Identity } from './Identity'
import { type GeneralValues, PHONES, updateOf, valuesOf } from './values'

type GeneralFormProps = {
  account: Account
  choices: Choices
  zones: TimeZone[]
  onSaved(account: Account): void
}

export function GeneralForm({ account, choices, zones, onSaved }: GeneralFormProps) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const { t: codes } = useTranslation(['codes'])
  const { config } = useSite()
  const { required } = useRules()
  const update = useAccountUpdate()
  const today = todayIn(config.time_zone)
  const model = useResourceForm<GeneralValues, Account>({
    name: 'account',
    initial: valuesOf(account),
    // The picture is saved by itself.
    follows: 'silently',
    newest: async () => valuesOf((await accountShow()).data),
    validate: {
      name: (name) => required(name.trim()),
      birthday: (birthday) => problemOfBirthday(birthday, today, codes),
    },
    submit: async (values) => {
      const version = values.version ?? account.version
      return (await update.mutateAsync({ id: account.id, data: { ...updateOf(values), version } })).data
    },
    onSaved: (saved) => {
      model.goOn(valuesOf(saved))
      notify.success(t('saved'))
      onSaved(saved)
    },
  })
  const fields = useTiedFields(model.form)
  const { values, at, set } = fields
  const country = choices.countries.find(({ id }) => id === (account.country_id ?? config.country_id))
  return (
    <ResourceForm model={model} submitLabel={common('save')} onCancel={model.discardDraft}>
      <FormSection title={t('person')} text={t('personText')}>
        <TextInput
          {...at('name')}
          {...HALF}
          required
          label={t('name')}
          autoComplete="name"
          maxLength={200}
          value={values.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <TextInput
          {...at('company_position')}
          {...HALF}
          label={t('position')}
          autoComplete="organization-title"
          maxLength={120}
          value={values.company_position}
          onChange={(event) => set('company_position', event.currentTarget.value)}
        />
        {account.can.update_identity && <Identity fields={fields} account={account} today={today} />}
      </FormSection>
      {account.client && <Company client={account.client} codes={choices.codes} />}
      <FormSection title={t('phones')}>
        {PHONES.map((name) => (
          <div key={name} data-width="half">
            <PhoneField
              label={t(`phone.${name}`)}
              value={values[name]}
              onChange={(phone) => set(name, phone)}
              codes={choices.codes}
              defaultCountry={country?.alpha2 ?? ''}
              error={fields.errors[name]}
              data-path={name}
            />
          </div>
        ))}
      </FormSection>
      <FormSection title={t('habits')} text={t('habitsText')}>
        <Habits fields={fields} zones={zones} />
      </FormSection>
    </ResourceForm>
  )
}

/** Data of the represented company: shown, but not editable here. */
function Company({ client, codes }: { client: NonNullable<Account['client']>; codes: CallingCode[] }) {
  const { t } = useTranslation(['account', 'common'])
  const countryName = useCountryName()
  const identity = ['name', 'trading_name', 'document', 'ie', 'responsible', 'email'] as const
  const place = [
    'postcode',
    'address_1',
    'address_number',
    'address_complement',
    'address_2',
    'city',
  ] as const
  const facts = [
    ...identity.map((fact) => [t(`client.${fact}`), client[fact]] as const),
    [t('client.phone'), client.phone && showPhone(client.phone, codes)] as const,
    [t('common:address.country_id'), countryName(client.country_id ?? null)] as const,
    ...place.map((fact) => [t(`common:address.${fact}`), client[fact]] as const),
    [t('common:address.state_id'), client.state] as const,
  ]
  return (
    <FormSection title={t('company')} text={t('companyText')}>
      {facts.map(([label, value]) =>
        value ? (
          <TextInput key={label} {...HALF} readOnly variant="filled" label={label} value={value} />
        ) : null,
      )}
    </FormSection>
  )
}

export type Fields = ReturnType<typeof useTiedFields<GeneralValues>>
