import { MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  providerCreate,
  providerUpdate,
  useProviderShow,
} from '@/api/generated/endpoints/providers/providers'
import { freshly } from '@/api/record-query'
import { type Provider, providerCapabilityValues, providerTypeValues } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { TitleInputs } from '@/blocks/TitleInputs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { LOCALE_MAP_KEYS } from '@/i18n'
import { CountryChoice } from '@/shared/choices/CountryChoice'
import { MembersSection } from '@/shared/choices/MembersSection'
import { NamedServices } from '@/shared/choices/NamedServices'
import { PartyRecords } from '@/shared/party/records/PartyRecords'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { CarrierCard } from './CarrierCard'
import { HandoversCard } from './HandoversCard'
import { refreshProviders, useProviderSwitch } from './useProviderSwitch'
import { EMPTY, inputOf, type ProviderValues, valuesOf } from './values'

/** Creates a provider, or changes the one of this id. */
export function ProviderForm({ id }: { id?: string }) {
  const { t } = useTranslation('providers')
  const { required } = useRules()
  const { domain } = useSite()
  const { can } = useProfile()
  const switching = useProviderSwitch()
  const result = useProviderShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="provider"
      id={id}
      result={result}
      lookups={[useChoices()]}
      title={id ? t('one') : t('create')}
      nameOf={({ code }) => code}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      tabs={(record) => <PartyRecords owner={{ owner_type: 'provider', owner_id: record.id }} own={null} />}
      beside={
        can['provider.update'] || can['carrier_handover.show']
          ? (record) => <Carrier provider={record} />
          : undefined
      }
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{
        code: required,
        title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required },
      }}
      save={(values, kept) =>
        kept
          ? providerUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : providerCreate(inputOf(values))
      }
      refresh={refreshProviders}
      submitLabel={t('save')}
      leaveTo={paths['providers.index']}
    >
      {(fields) => (
        <>
          <General fields={fields} />
          <Codes fields={fields} />
          {result.data && <NamedServices services={result.data.data.services} text={t('servicesText')} />}
          <MembersSection
            text={t('membersText')}
            value={fields.values.profile_ids}
            onChange={(ids) => fields.set('profile_ids', ids)}
            error={fields.errors.profile_ids}
          />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<ProviderValues> }

/** The connection of its carrier, and what is handed over to it. */
function Carrier({ provider }: { provider: Provider }) {
  const { can } = useProfile()
  return (
    <Stack>
      {can['provider.update'] && <CarrierCard provider={provider} />}
      {can['carrier_handover.show'] && <HandoversCard provider={provider} />}
    </Stack>
  )
}

function General({ fields: { form, at, set, values } }: SectionProps) {
  const { t } = useTranslation('providers')
  return (
    <FormSection title={t('section.names')} text={t('section.namesText')}>
      <TextInput
        {...HALF}
        label={t('field.code')}
        withAsterisk
        maxLength={20}
        autoComplete="off"
        {...form.getInputProps('code')}
      />
      <Select
        {...HALF}
        label={t('field.provider_type')}
        allowDeselect={false}
        data={providerTypeValues.map((value) => ({ value, label: t(`type.${value}`) }))}
        {...form.getInputProps('provider_type')}
      />
      <TitleInputs
        label={(language) => t('field.titleIn', { language })}
        maxLength={80}
        tie={(path) => form.getInputProps(path)}
      />
      <CountryChoice
        {...at('country_id')}
        {...HALF}
        label={t('field.country')}
        value={values.country_id}
        onChange={(id) => set('country_id', id)}
      />
      <MultiSelect
        {...at('capabilities')}
        label={t('field.capabilities')}
        searchable
        clearable
        value={values.capabilities}
        data={providerCapabilityValues.map((value) => ({ value, label: t(`capability.${value}`) }))}
        onChange={(chosen) => set('capabilities', chosen)}
      />
    </FormSection>
  )
}

function Codes({ fields: { text } }: SectionProps) {
  const { t } = useTranslation('providers')
  const coded = (name: 'iata_code' | 'awb_prefix' | 'scac', maxLength: number) => (
    <TextInput
      {...text(name)}
      {...THIRD}
      label={t(`field.${name}`)}
      description={t(`hint.${name}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={maxLength}
      autoComplete="off"
    />
  )
  return (
    <FormSection title={t('section.codes')} text={t('section.codesText')}>
      {coded('iata_code', 2)}
      {coded('awb_prefix', 3)}
      {coded('scac', 4)}
      <TextInput
        {...text('tracking_url')}
        label={t('field.tracking_url')}
        description={t('hint.tracking_url')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="url"
        maxLength={500}
        autoComplete="off"
      />
    </FormSection>
  )
}
