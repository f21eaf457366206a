import { Group, Radio, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentType, PersonType } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { BirthdayField } from '@/ui/fields/BirthdayField'
import { DocumentField } from '@/ui/fields/DocumentField'
import { PhoneField } from '@/ui/fields/PhoneField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './useFields'
import { asksForIe, isCompany, numberAsked } from './values'

type Props = { fields: Fields; choices: Choices; today: string }

/** Name, document and contact of the new client. */
export function GeneralSection({ fields, choices, today }: Props) {
  const { t } = useTranslation('register')
  const { values, text, set } = fields
  const company = isCompany(values)
  return (
    <FormSection title={t('general')}>
      <Radio.Group
        label={t('personType')}
        value={String(values.person_type)}
        onChange={(type) => set('person_type', Number(type) as PersonType)}
      >
        <Group gap="lg" mt={6}>
          <Radio value={String(PersonType.Person)} label={t('person')} />
          <Radio value={String(PersonType.Company)} label={t('company')} />
        </Group>
      </Radio.Group>
      <TextInput
        {...text('name')}
        {...(company ? HALF : {})}
        required
        label={t(company ? 'companyName' : 'name')}
        autoComplete={company ? 'organization' : 'name'}
        maxLength={200}
      />
      {company && <TextInput {...text('trading_name')} {...HALF} label={t('tradingName')} maxLength={200} />}
      <Identity fields={fields} choices={choices} />
      {company ? (
        <TextInput
          {...text('responsible')}
          {...HALF}
          label={t('responsible')}
          autoComplete="name"
          maxLength={200}
        />
      ) : (
        <BirthdayField
          {...fields.at('birthday')}
          {...HALF}
          label={t('birthday')}
          value={values.birthday}
          onChange={(birthday) => set('birthday', birthday)}
          today={today}
        />
      )}
      <Phone fields={fields} choices={choices} />
    </FormSection>
  )
}

/** The document, and a Brazilian company's state registration. */
function Identity({ fields, choices }: Omit<Props, 'today'>) {
  const { t } = useTranslation('register')
  const { values, at, text, set } = fields
  const kind = numberAsked(values)
  const country = choices.countries.find(({ id }) => id === values.country_id)
  const foreign =
    values.document_type === DocumentType.TaxId || isCompany(values) ? t('taxId') : t('passport')
  return (
    <>
      {!isCompany(values) && (
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
      )}
      <DocumentField
        {...at('tax_id')}
        {...HALF}
        key={kind}
        kind={kind}
        label={kind === 'other' ? foreign : kind.toUpperCase()}
        description={country?.document_required ? t('taxIdNeeded') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.tax_id}
        onChange={(document) => set('tax_id', document)}
        maxLength={40}
      />
      {asksForIe(values) && <TextInput {...text('br_ie')} {...HALF} label={t('brIe')} maxLength={20} />}
    </>
  )
}

/** Under the code of the chosen country, until a number stands there. */
function Phone({ fields, choices }: Omit<Props, 'today'>) {
  const { t } = useTranslation('register')
  const { values, errors, set } = fields
  const chosen = choices.countries.find(({ id }) => id === values.country_id)?.alpha2 ?? ''
  const [country, setCountry] = useState(chosen)
  if (!values.phone && chosen && chosen !== country) setCountry(chosen)
  return (
    <div data-width="half">
      <PhoneField
        key={country}
        label={t('phone')}
        value={values.phone}
        onChange={(phone) => set('phone', phone)}
        codes={choices.codes}
        defaultCountry={country}
        error={errors.phone}
        required
        data-path="phone"
      />
    </div>
  )
}
