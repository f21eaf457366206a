import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paperFormatValues } from '@/api/schema'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './values'

/** What invoices and other documents say of the company, and the paper that they are printed on. */
export function DocumentsSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('settings')
  const { values, at, set, text } = fields
  const papers = paperFormatValues.map((value) => ({ value, label: t(`documents.paper.${value}`) }))
  return (
    <FormSection title={t('documents.title')} text={t('documents.text')}>
      <TextInput {...text('legal_name')} {...HALF} label={t('documents.legal_name')} maxLength={200} />
      <TextInput {...text('tax_number')} {...HALF} label={t('documents.tax_number')} maxLength={40} />
      <Textarea
        {...at('legal_address')}
        label={t('documents.legal_address')}
        description={t('documents.legal_addressText')}
        value={values.legal_address}
        onChange={(event) => set('legal_address', event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={5}
        maxLength={400}
      />
      <TextInput {...text('document_footer')} label={t('documents.document_footer')} maxLength={300} />
      <Select
        {...at('document_paper')}
        {...HALF}
        label={t('documents.document_paper')}
        placeholder={t('documents.paper.usual')}
        clearable
        data={papers}
        value={values.document_paper}
        onChange={(paper) => set('document_paper', paper)}
      />
    </FormSection>
  )
}
