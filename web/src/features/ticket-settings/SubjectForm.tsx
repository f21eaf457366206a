import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  supportSubjectCreate,
  supportSubjectUpdate,
  useSupportDepartmentSelect,
  useSupportSubjectShow,
} from '@/api/generated/endpoints/support/support'
import { freshly } from '@/api/record-query'
import type { SupportDepartmentOption, SupportSubject } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LOCALE_MAP_KEYS } from '@/i18n'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { localeText } from '@/ui/locale-text'
import { titleIn } from './columns'
import { StaffChoice } from './StaffChoice'
import { refreshSubjects, useSubjectSwitch } from './switches'
import { TitleFields } from './TitleFields'
import { EMPTY_SUBJECT, type SubjectValues, subjectInput, subjectValues } from './values'

/** Creates a subject, or changes the one of this id. */
export function SubjectForm({ id }: { id?: string }) {
  const { t, i18n } = useTranslation('ticket-settings')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = useSubjectSwitch()
  const result = useSupportSubjectShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="support-subject"
      id={id}
      result={result}
      title={id ? t('subject.one') : t('subject.create')}
      nameOf={(record) => titleIn(record, i18n.language)}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY_SUBJECT}
      valuesOf={subjectValues}
      validate={{ code: required, title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required } }}
      save={(values, kept) =>
        kept
          ? supportSubjectUpdate(kept.id, { ...subjectInput(values), version: kept.version })
          : supportSubjectCreate(subjectInput(values))
      }
      refresh={refreshSubjects}
      leaveTo={paths['support_subjects.index']}
    >
      {(fields) => (
        <>
          <TitleFields tie={(path) => fields.form.getInputProps(path)} text={t('subject.namesText')} />
          <Route fields={fields} record={result.data?.data} />
        </>
      )}
    </RecordForm>
  )
}

type RouteProps = { fields: TiedFields<SubjectValues>; record: SupportSubject | undefined }

/** Who gets its tickets. */
function Route({ fields: { values, set, at }, record }: RouteProps) {
  const { t, i18n } = useTranslation('ticket-settings')
  const { data } = useSupportDepartmentSelect()
  const offered = data?.data ?? []
  // A chosen department that is no longer active stays.
  const kept = record?.groups.filter(({ id }) => !offered.some((one) => one.id === id)) ?? []
  const option = ({ id, code, title_locale }: SupportDepartmentOption) => ({
    value: id,
    label: localeText(title_locale, i18n.language) || code,
  })
  return (
    <FormSection title={t('section.route')} text={t('section.routeText')}>
      <MultiSelect
        {...at('departments')}
        label={t('field.departments')}
        description={t('departmentsText')}
        searchable
        maxValues={50}
        value={values.departments}
        data={[...offered, ...kept].map(option)}
        onChange={(departments) => set('departments', departments)}
      />
      <StaffChoice
        {...at('users')}
        label={t('field.users')}
        description={t('usersText')}
        value={values.users}
        known={record?.people ?? []}
        maxValues={50}
        onChange={(users) => set('users', users)}
      />
    </FormSection>
  )
}
