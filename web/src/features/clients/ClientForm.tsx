import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clientCreate, clientUpdate, useClientShow } from '@/api/generated/endpoints/parties/parties'
import { freshly } from '@/api/record-query'
import { PersonType } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/app/ActiveBadge'
import { PartyContact, PartyDocument, PartyNames } from '@/app/party/PartyFields'
import { paths } from '@/app/paths'
import { RecordAddress } from '@/app/RecordAddress'
import { RecordForm } from '@/app/RecordForm'
import { ClientGroupChoice } from '@/app/RemoteChoice'
import { Related } from '@/app/related/Related'
import { SwitchButton } from '@/app/SwitchButton'
import { useSite } from '@/app/site'
import { BirthdayField } from '@/ui/fields/BirthdayField'
import { problemOfBirthday, todayIn } from '@/ui/fields/birthday'
import { BRAZIL } from '@/ui/fields/party'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshClients, useClientSwitch } from './useClientSwitch'
import { type ClientValues, emptyClient, inputOf, valuesOf } from './values'

/** Creates a client, or changes the one of this id. */
export function ClientForm({ id }: { id?: string }) {
  const { t } = useTranslation('clients')
  const { t: codes } = useTranslation('codes')
  const { required } = useRules()
  const { config } = useSite()
  const switching = useClientSwitch()
  const today = todayIn(config.time_zone)
  return (
    <RecordForm
      name="client"
      id={id}
      result={useClientShow(id ?? '', freshly(id))}
      lookups={[useChoices()]}
      title={id ? t('one') : t('create')}
      nameOf={({ name }) => name}
      aside={({ active }) => <ActiveBadge active={active} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      beside={({ id }) => <Related of={{ client_id: id }} />}
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
      savedText={id ? t('saved') : t('created')}
      leaveTo={paths['clients.index']}
    >
      {(fields) => (
        <>
          <FormSection title={t('section.general')}>
            <PartyNames fields={fields} />
            <PartyDocument fields={fields} />
            <OfKind fields={fields} today={today} />
            <PartyContact fields={fields} />
          </FormSection>
          <FormSection title={t('section.address')}>
            <RecordAddress fields={fields} />
          </FormSection>
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

/** Fields for the company's own use. */
function Company({ fields: { text, at, patch, values } }: SectionProps) {
  const { t } = useTranslation('clients')
  return (
    <FormSection title={t('section.company')} text={t('section.companyText')}>
      <TextInput
        {...text('code')}
        {...HALF}
        label={t('field.code')}
        description={t('codeText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={40}
      />
      <TextInput
        {...text('suite_code')}
        {...HALF}
        label={t('field.suite_code')}
        description={t('suiteText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={20}
      />
      <div data-width="half">
        <ClientGroupChoice
          {...at('group_id')}
          label={t('field.group')}
          value={values.group_id}
          name={values.group_title}
          onChange={(group_id, group_title) => patch({ group_id, group_title })}
        />
      </div>
      <Textarea {...text('notes')} label={t('field.notes')} autosize minRows={2} maxLength={2000} />
    </FormSection>
  )
}
