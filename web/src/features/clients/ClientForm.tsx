import { TextInput } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLookupServices } from '@/api/generated/endpoints/lookups/lookups'
import { clientCreate, clientUpdate, useClientShow } from '@/api/generated/endpoints/parties/parties'
import { freshly } from '@/api/record-query'
import { PersonType } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordButtons } from '@/blocks/RecordButtons'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { PartyContact, PartyDocument, PartyNames } from '@/shared/party/PartyFields'
import { PartyRecords } from '@/shared/party/records/PartyRecords'
import { Related } from '@/shared/related/Related'
import { addressOf } from '@/ui/fields/address'
import { BirthdayField } from '@/ui/fields/BirthdayField'
import { problemOfBirthday, todayIn } from '@/ui/fields/birthday'
import { BRAZIL } from '@/ui/fields/party'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useClientActions } from './actions'
import { Credit, CreditButton } from './Credit'
import { Duplicates } from './Duplicates'
import { Emails, Phones } from './FurtherNumbers'
import { MergeButton } from './MergeButton'
import { Company, Terms } from './Terms'
import { refreshClients, useClientSwitch } from './useClientSwitch'
import { type ClientValues, emptyClient, inputOf, valuesOf } from './values'

/** Creates a client, or changes the one of this id. */
export function ClientForm({ id }: { id?: string }) {
  const { t } = useTranslation('clients')
  const { t: codes } = useTranslation('codes')
  const { required } = useRules()
  const { config } = useSite()
  const switching = useClientSwitch()
  const actions = useClientActions()
  const today = todayIn(config.time_zone)
  const lookups = [useChoices(), useLookupServices()]
  const result = useClientShow(id ?? '', freshly(id))
  const mergedInto = result.data?.data.merged_into
  // A link to a duplicate leads to the client that it was merged into.
  if (mergedInto)
    return <Navigate to={paths['clients.edit']({ id: mergedInto })} search={true as never} replace />
  return (
    <RecordForm
      name="client"
      id={id}
      result={result}
      lookups={lookups}
      title={id ? t('one') : t('create')}
      nameOf={({ name }) => name}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onChanged) => (
        <>
          <MergeButton client={record} onChanged={onChanged} />
          <CreditButton client={record} onChanged={onChanged} />
          <SwitchButton record={record} switching={switching} onSwitched={onChanged} iconOnPhone />
          <RecordButtons actions={actions} record={record} offeredAs={record.name} />
          {actions.dialog}
        </>
      )}
      beside={(record) => (
        <Related of={{ client_id: record.id }}>
          <Credit client={record} />
        </Related>
      )}
      tabs={(record) => (
        <PartyRecords owner={{ owner_type: 'client', owner_id: record.id }} own={addressOf(record)} />
      )}
      empty={() => emptyClient(config.country_id)}
      valuesOf={valuesOf}
      validate={{
        name: required,
        city: required,
        country_id: required,
        birthday: (birthday, { person_type }) =>
          person_type === PersonType.Person ? problemOfBirthday(birthday ?? '', today, codes) : null,
      }}
      save={(values, kept) =>
        kept
          ? clientUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : clientCreate(inputOf(values))
      }
      refresh={refreshClients}
      submitLabel={t('save')}
      // A new client's page takes its contacts, addresses and accounts.
      leaveTo={(saved) => (saved && !id ? paths['clients.edit'](saved) : paths['clients.index']())}
    >
      {(fields) => (
        <>
          <FormSection title={t('section.general')}>
            <PartyNames fields={fields} />
            <PartyDocument fields={fields} />
            <OfKind fields={fields} today={today} />
            <Duplicates values={fields.values} except={id} />
          </FormSection>
          <FormSection title={t('section.contact')}>
            <PartyContact fields={fields} />
            <Emails fields={fields} />
            <Phones fields={fields} />
          </FormSection>
          <FormSection title={t('section.address')}>
            <RecordAddress fields={fields} />
          </FormSection>
          <Terms fields={fields} />
          <Company fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<ClientValues> }

/** Fields that only a person or only a company has. */
function OfKind({ fields: { values, at, set, text }, today }: SectionProps & { today: string }) {
  const { t } = useTranslation('clients')
  if (values.person_type === PersonType.Person)
    return (
      <BirthdayField
        {...at('birthday')}
        {...HALF}
        label={t('field.birthday')}
        value={values.birthday ?? ''}
        onChange={(birthday) => set('birthday', birthday || null)}
        today={today}
      />
    )
  return (
    <>
      {values.country_id === BRAZIL && (
        <TextInput {...text('ie')} {...HALF} label={t('field.ie')} maxLength={20} />
      )}
      <TextInput {...text('responsible')} {...HALF} label={t('field.responsible')} maxLength={200} />
    </>
  )
}
