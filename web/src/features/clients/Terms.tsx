import { NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type KycStatus, kycStatusValues } from '@/api/schema'
import type { Language } from '@/i18n'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ClientGroupChoice, ServiceChoice } from '@/shared/choices/RecordChoice'
import { useLanguages } from '@/shared/choices/useLanguages'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { ClientValues } from './values'

type SectionProps = { fields: TiedFields<ClientValues> }

/** Settings for quotes, invoices and e-mails of the client. */
export function Terms({ fields: { values, at, set, patch } }: SectionProps) {
  const { t } = useTranslation('clients')
  const languages = useLanguages()
  return (
    <FormSection title={t('section.terms')} text={t('section.termsText')}>
      <div data-width="half">
        <ClientGroupChoice
          {...at('group_id')}
          label={t('field.group')}
          value={values.group_id}
          name={values.group_title}
          onChange={(group_id, group_title) => patch({ group_id, group_title })}
        />
      </div>
      <ServiceChoice
        {...at('default_service_id')}
        {...HALF}
        label={t('field.default_service')}
        value={values.default_service_id}
        onChange={(id) => set('default_service_id', id)}
      />
      <Select
        {...at('language')}
        {...HALF}
        label={t('field.language')}
        placeholder={t('companys')}
        clearable
        value={values.language}
        data={languages}
        onChange={(language) => set('language', language as Language | null)}
      />
      <CurrencyChoice
        {...at('currency')}
        {...HALF}
        label={t('field.currency')}
        placeholder={t('companys')}
        clearable
        value={values.currency}
        onChange={(currency) => set('currency', currency)}
      />
      <NumberInput
        {...at('payment_terms_days')}
        {...HALF}
        label={t('field.payment_terms_days')}
        placeholder={t('companys')}
        min={0}
        max={365}
        clampBehavior="none"
        allowDecimal={false}
        value={values.payment_terms_days ?? ''}
        onChange={(days) => set('payment_terms_days', typeof days === 'number' ? days : null)}
      />
      <WholeField
        {...at('min_remaining_days')}
        {...HALF}
        label={t('field.min_remaining_days')}
        description={t('remainingText')}
        max={3650}
        value={values.min_remaining_days}
        onChange={(days) => set('min_remaining_days', days)}
      />
    </FormSection>
  )
}

/** Fields for the company's own use. */
export function Company({ fields: { text, at, set, values } }: SectionProps) {
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
        description={`${t('suiteText')} ${t('suiteHint')}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={20}
      />
      <Select
        {...at('kyc_status')}
        {...HALF}
        label={t('field.kyc_status')}
        allowDeselect={false}
        value={values.kyc_status}
        data={kycStatusValues.map((value) => ({ value, label: t(`kyc.${value}`) }))}
        onChange={(status) => status && set('kyc_status', status as KycStatus)}
      />
      <TagsInput
        {...at('tags')}
        {...HALF}
        label={t('field.tags')}
        description={t('tagsText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxTags={20}
        value={values.tags}
        onChange={(tags) => set('tags', tags)}
      />
      <Textarea {...text('notes')} label={t('field.notes')} autosize minRows={2} maxLength={2000} />
    </FormSection>
  )
}
