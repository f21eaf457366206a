import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DocumentType, PersonType } from '@/api/schema'
import { DocumentField } from '@/ui/fields/DocumentField'
import { BRAZIL } from '@/ui/fields/party'
import { HALF } from '@/ui/form/field-width'
import { WIDE_HALF } from './FormCard'
import type { Fields } from './fields'
import { documentKind } from './rules'
import type { Side } from './values'

/** The document by which the party is known: CPF and CNPJ are Brazil's alone. */
export function Identity({ side, fields }: { side: Side; fields: Fields }) {
  const { t } = useTranslation('shipment-form')
  const { values, at, set } = fields
  const kind = documentKind(values, side)
  const isCompany = values[`${side}_person_type`] === PersonType.Company
  const type = values[`${side}_document_type`] ?? DocumentType.TaxId
  const taxId = values[`${side}_country_id`] === BRAZIL ? 'CPF' : t('documentType.1')
  const passport = t('documentType.2')
  const label =
    kind === 'other' ? (type === DocumentType.Passport ? passport : t('documentType.1')) : kind.toUpperCase()
  return (
    <>
      {!isCompany && (
        <Select
          {...at(`${side}_document_type`)}
          {...HALF}
          label={t('field.document_type')}
          data={[
            { value: String(DocumentType.TaxId), label: taxId },
            { value: String(DocumentType.Passport), label: passport },
          ]}
          value={String(type)}
          onChange={(chosen) =>
            set(`${side}_document_type`, Number(chosen ?? DocumentType.TaxId) as DocumentType)
          }
          allowDeselect={false}
        />
      )}
      <DocumentField
        {...at(`${side}_document`)}
        {...(isCompany ? {} : WIDE_HALF)}
        key={kind}
        kind={kind}
        label={label}
        value={values[`${side}_document`] ?? ''}
        onChange={(document) => set(`${side}_document`, document || null)}
        maxLength={40}
      />
    </>
  )
}
