import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  serviceGroupCreate,
  serviceGroupUpdate,
  useServiceGroupShow,
} from '@/api/generated/endpoints/services/services'
import { freshly } from '@/api/record-query'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { TitleInputs } from '@/blocks/TitleInputs'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LOCALE_MAP_KEYS } from '@/i18n'
import { NamedServices } from '@/shared/choices/NamedServices'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshServiceGroups, useServiceGroupSwitch } from './useServiceGroupSwitch'
import { EMPTY, inputOf, valuesOf } from './values'

/** Creates a service group, or changes the one of this id. */
export function ServiceGroupForm({ id }: { id?: string }) {
  const { t } = useTranslation('service-groups')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = useServiceGroupSwitch()
  const result = useServiceGroupShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="service-group"
      id={id}
      result={result}
      title={id ? t('one') : t('create')}
      nameOf={({ code }) => code}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{ code: required, title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required } }}
      save={(values, kept) =>
        kept
          ? serviceGroupUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : serviceGroupCreate(inputOf(values))
      }
      refresh={refreshServiceGroups}
      submitLabel={t('save')}
      leaveTo={paths['service_groups.index']}
    >
      {({ form, at, values, set }) => (
        <>
          <FormSection title={t('section')} text={t('sectionText')}>
            <TextInput
              {...HALF}
              label={t('field.code')}
              withAsterisk
              maxLength={20}
              autoComplete="off"
              {...form.getInputProps('code')}
            />
            <WholeField
              {...at('position')}
              {...HALF}
              label={t('field.position')}
              description={t('positionText')}
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
          {result.data && <NamedServices services={result.data.data.services} text={t('servicesText')} />}
        </>
      )}
    </RecordForm>
  )
}
