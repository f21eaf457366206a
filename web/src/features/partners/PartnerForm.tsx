import { Group, Radio, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { partnerCreate, partnerUpdate, usePartnerShow } from '@/api/generated/endpoints/partners/partners'
import { freshly } from '@/api/record-query'
import { DocumentType, PersonType } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/app/ActiveBadge'
import { paths } from '@/app/paths'
import { RecordAddress } from '@/app/RecordAddress'
import { RecordForm } from '@/app/RecordForm'
import { Related } from '@/app/related/Related'
import { SwitchButton } from '@/app/SwitchButton'
import { useSite } from '@/app/site'
import { DocumentField } from '@/ui/fields/DocumentField'
import { PhoneField } from '@/ui/fields/PhoneField'
import { documentKind } from '@/ui/fields/party'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshPartners, usePartnerSwitch } from './usePartnerSwitch'
import { emptyPartner, inputOf, type PartnerValues, valuesOf } from './values'

/** Creates a partner, or changes the one of this id. */
export function PartnerForm({ id }: { id?: string }) {
  const { t } = useTranslation('partners')
  const { required } = useRules()
  const { config } = useSite()
  const switching = usePartnerSwitch()
  return (
    <RecordForm
      name="partner"
      id={id}
      result={usePartnerShow(id ?? '', freshly(id))}
      lookups={[useChoices()]}
      title={id ? t('title') : t('createTitle')}
      text={t('createText')}
      nameOf={({ name }) => name}
      aside={({ active }) => <ActiveBadge active={active} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      beside={({ id }) => <Related of={{ partner_id: id }} />}
      empty={() => emptyPartner(config.country_id)}
      valuesOf={valuesOf}
      validate={{ name: required, city: required, country_id: required }}
      save={(values, kept) =>
        kept
          ? partnerUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : partnerCreate(inputOf(values))
      }
      refresh={refreshPartners}
      submitLabel={t('save')}
      savedText={id ? t('saved') : t('created')}
      leaveTo={paths['partners.index']}
    >
      {(fields) => (
        <>
          <FormSection title={t('section.general')} text={t('section.generalText')}>
            <Names fields={fields} />
            <Identity fields={fields} />
            <Contact fields={fields} />
          </FormSection>
          <FormSection title={t('section.address')} text={t('section.addressText')}>
            <RecordAddress fields={fields} />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<PartnerValues> }

function Names({ fields: { values, set, text } }: SectionProps) {
  const { t } = useTranslation('partners')
  const isCompany = values.person_type === PersonType.Company
  return (
    <>
      <Radio.Group
        label={t('field.person_type')}
        value={String(values.person_type)}
        onChange={(type) => set('person_type', Number(type) as PersonType)}
      >
        <Group gap="md" mt="xs">
          <Radio value={String(PersonType.Company)} label={t('company')} />
          <Radio value={String(PersonType.Person)} label={t('person')} />
        </Group>
      </Radio.Group>
      <TextInput
        {...text('name')}
        {...(isCompany && HALF)}
        label={t('field.name')}
        withAsterisk
        maxLength={200}
      />
      {isCompany && (
        <TextInput {...text('trading_name')} {...HALF} label={t('field.trading_name')} maxLength={200} />
      )}
    </>
  )
}

/** The document by which the partner is known. */
function Identity({ fields: { values, at, set, input } }: SectionProps) {
  const { t } = useTranslation('partners')
  const isCompany = values.person_type === PersonType.Company
  const kind = documentKind(isCompany ? { ...values, document_type: DocumentType.TaxId } : values)
  return (
    <>
      {!isCompany && (
        <Select
          {...at('document_type')}
          {...HALF}
          label={t('field.document_type')}
          data={[
            { value: String(DocumentType.TaxId), label: t('taxId') },
            { value: String(DocumentType.Passport), label: t('passport') },
          ]}
          value={String(values.document_type)}
          onChange={(type) => set('document_type', Number(type ?? DocumentType.TaxId) as DocumentType)}
          allowDeselect={false}
        />
      )}
      <DocumentField
        {...input('document')}
        {...HALF}
        key={kind}
        kind={kind}
        label={kind === 'other' ? t('field.document') : kind.toUpperCase()}
        maxLength={40}
      />
    </>
  )
}

function Contact({ fields: { values, text, input } }: SectionProps) {
  const { t } = useTranslation('partners')
  const { config } = useSite()
  const { data } = useChoices()
  const home = data?.countries.find(({ id }) => id === (values.country_id ?? config.country_id))
  return (
    <>
      <TextInput
        {...text('email')}
        {...HALF}
        type="email"
        inputMode="email"
        label={t('field.email')}
        maxLength={254}
      />
      <div data-width="half">
        <PhoneField
          {...input('phone')}
          label={t('field.phone')}
          codes={data?.codes ?? []}
          defaultCountry={home?.alpha2 ?? ''}
        />
      </div>
    </>
  )
}
