import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Account, DocumentType, PersonType } from '@/api/schema'
import { BirthdayField } from '@/ui/fields/BirthdayField'
import { DocumentField } from '@/ui/fields/DocumentField'
import { documentKind } from '@/ui/fields/party'
import { HALF } from '@/ui/form/field-width'
import type { Fields } from './GeneralForm'

type IdentityProps = { fields: Fields; account: Account; today: string }

/** Document and birthday of the user. */
export function Identity({ fields, account, today }: IdentityProps) {
  const { t } = useTranslation('account')
  const { values, at, set } = fields
  const kind = documentKind({
    country_id: account.country_id,
    person_type: PersonType.Person,
    document_type: values.document_type,
  })
  const foreign = values.document_type === DocumentType.TaxId ? t('taxId') : t('passport')
  return (
    <>
      <Select
        {...at('document_type')}
        {...HALF}
        label={t('documentType')}
        data={[
          { value: '1', label: t('taxId') },
          { value: '2', label: t('passport') },
        ]}
        value={String(values.document_type)}
        onChange={(type) => set('document_type', Number(type ?? DocumentType.TaxId) as DocumentType)}
        allowDeselect={false}
      />
      <DocumentField
        {...at('document')}
        {...HALF}
        key={kind}
        kind={kind}
        label={kind === 'other' ? foreign : kind.toUpperCase()}
        value={values.document}
        onChange={(document) => set('document', document)}
        maxLength={40}
      />
      <BirthdayField
        {...at('birthday')}
        {...HALF}
        label={t('birthday')}
        value={values.birthday}
        onChange={(birthday) => set('birthday', birthday)}
        today={today}
      />
    </>
  )
}
