import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  supportTemplateCreate,
  supportTemplateUpdate,
  useSupportTemplateShow,
} from '@/api/generated/endpoints/support/support'
import { freshly } from '@/api/record-query'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { TitleInputs } from '@/blocks/TitleInputs'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { titleIn } from './columns'
import { refreshTemplates, useTemplateSwitch } from './switches'
import { EMPTY_TEMPLATE, type TemplateValues, templateInput, templateValues } from './values'

/** Creates a reply template, or changes the one of this id. */
export function TemplateForm({ id }: { id?: string }) {
  const { t, i18n } = useTranslation('ticket-settings')
  const { required } = useRules()
  const { domain } = useSite()
  const spoken = { [LOCALE_MAP_KEYS[domain.default_language]]: required }
  const switching = useTemplateSwitch()
  return (
    <RecordForm
      name="support-template"
      id={id}
      result={useSupportTemplateShow(id ?? '', freshly(id))}
      title={id ? t('template.one') : t('template.create')}
      nameOf={(record) => titleIn(record, i18n.language)}
      aside={({ active, excluded_at }) => (
        <ActiveBadge
          active={active}
          excluded_at={excluded_at}
          words={t('template.state', { returnObjects: true })}
        />
      )}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY_TEMPLATE}
      valuesOf={templateValues}
      validate={{ code: required, title_locale: spoken, body_locale: spoken }}
      save={(values, kept) =>
        kept
          ? supportTemplateUpdate(kept.id, { ...templateInput(values), version: kept.version })
          : supportTemplateCreate(templateInput(values))
      }
      refresh={refreshTemplates}
      leaveTo={paths['support_templates.index']}
    >
      {(fields) => (
        <>
          <Names fields={fields} />
          <Bodies fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<TemplateValues> }

function Names({ fields: { form } }: SectionProps) {
  const { t } = useTranslation('ticket-settings')
  return (
    <FormSection title={t('section.names')} text={t('template.namesText')}>
      <TextInput
        label={t('field.code')}
        description={t('codeText')}
        withAsterisk
        maxLength={20}
        autoComplete="off"
        {...form.getInputProps('code')}
      />
      <TitleInputs
        label={(language) => t('field.titleIn', { language })}
        maxLength={120}
        tie={(path) => form.getInputProps(path)}
      />
    </FormSection>
  )
}

function Bodies({ fields: { form } }: SectionProps) {
  const { t } = useTranslation('ticket-settings')
  const { domain } = useSite()
  return (
    <FormSection title={t('field.body')} text={t('template.bodyText')}>
      {domain.languages.map((language) => (
        <Textarea
          key={language}
          label={t('field.bodyIn', { language: LANGUAGE_NAMES[language] })}
          lang={language}
          withAsterisk={language === domain.default_language}
          autosize
          minRows={4}
          maxRows={16}
          maxLength={5000}
          {...form.getInputProps(`body_locale.${LOCALE_MAP_KEYS[language]}`)}
        />
      ))}
    </FormSection>
  )
}
