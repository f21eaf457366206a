import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { faqGroupCreate, faqGroupUpdate, useFaqGroupShow } from '@/api/generated/endpoints/support/support'
import { freshly } from '@/api/record-query'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { TitleInputs } from '@/blocks/TitleInputs'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LOCALE_MAP_KEYS } from '@/i18n'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { nameOfGroup } from './columns'
import { refreshGroups, useGroupSwitch } from './switches'
import { EMPTY_GROUP, groupInput, groupValues } from './values'

/** Creates a group of questions, or changes the one of this id. */
export function GroupForm({ id }: { id?: string }) {
  const { t, i18n } = useTranslation('faq-settings')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = useGroupSwitch()
  return (
    <RecordForm
      name="faq-group"
      id={id}
      result={useFaqGroupShow(id ?? '', freshly(id))}
      title={id ? t('group.one') : t('group.create')}
      nameOf={(group) => nameOfGroup(group, i18n.language)}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY_GROUP}
      valuesOf={groupValues}
      validate={{ code: required, title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required } }}
      save={(values, kept) =>
        kept
          ? faqGroupUpdate(kept.id, { ...groupInput(values), version: kept.version })
          : faqGroupCreate(groupInput(values))
      }
      refresh={refreshGroups}
      leaveTo={paths['faq_groups.index']}
    >
      {({ form, at, values, set }) => (
        <FormSection title={t('group.section')} text={t('group.sectionText')}>
          <TextInput
            {...HALF}
            label={t('field.code')}
            description={t('codeText')}
            withAsterisk
            maxLength={20}
            autoComplete="off"
            {...form.getInputProps('code')}
          />
          <WholeField
            {...at('position')}
            {...HALF}
            label={t('field.position')}
            max={1000}
            value={values.position}
            onChange={(value) => set('position', value)}
          />
          <TitleInputs
            label={(language) => t('field.titleIn', { language })}
            maxLength={120}
            tie={(path) => form.getInputProps(path)}
          />
        </FormSection>
      )}
    </RecordForm>
  )
}
