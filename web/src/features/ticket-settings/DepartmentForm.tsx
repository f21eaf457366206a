import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  supportDepartmentCreate,
  supportDepartmentUpdate,
  useSupportDepartmentShow,
} from '@/api/generated/endpoints/support/support'
import { freshly } from '@/api/record-query'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LOCALE_MAP_KEYS } from '@/i18n'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { titleIn } from './columns'
import { StaffChoice } from './StaffChoice'
import { refreshDepartments, useDepartmentSwitch } from './switches'
import { TitleFields } from './TitleFields'
import { departmentInput, departmentValues, EMPTY_DEPARTMENT } from './values'

/** Creates a department, or changes the one of this id. */
export function DepartmentForm({ id }: { id?: string }) {
  const { t, i18n } = useTranslation('ticket-settings')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = useDepartmentSwitch()
  const result = useSupportDepartmentShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="support-department"
      id={id}
      result={result}
      title={id ? t('department.one') : t('department.create')}
      nameOf={(record) => titleIn(record, i18n.language)}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY_DEPARTMENT}
      valuesOf={departmentValues}
      validate={{ code: required, title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required } }}
      save={(values, kept) =>
        kept
          ? supportDepartmentUpdate(kept.id, { ...departmentInput(values), version: kept.version })
          : supportDepartmentCreate(departmentInput(values))
      }
      refresh={refreshDepartments}
      leaveTo={paths['support_departments.index']}
    >
      {({ form, values, set, at }) => (
        <>
          <TitleFields tie={(path) => form.getInputProps(path)} text={t('department.namesText')} />
          <FormSection title={t('field.members')} text={t('department.membersText')}>
            <StaffChoice
              {...at('members')}
              label={t('field.members')}
              value={values.members}
              known={result.data?.data.people ?? []}
              maxValues={200}
              onChange={(members) => set('members', members)}
            />
          </FormSection>
          <FormSection title={t('section.targets')} text={t('section.targetsText')}>
            {(['first_response_hours', 'resolution_hours'] as const).map((name) => (
              <NumberInput
                {...HALF}
                {...at(name)}
                key={name}
                label={t(`field.${name}`)}
                value={values[name] ?? ''}
                min={1}
                max={2000}
                allowDecimal={false}
                hideControls
                suffix={` ${t('hoursUnit')}`}
                onChange={(hours) => set(name, typeof hours === 'number' ? hours : null)}
              />
            ))}
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}
