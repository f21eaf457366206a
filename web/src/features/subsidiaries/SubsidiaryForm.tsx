import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import {
  subsidiaryCreate,
  subsidiaryUpdate,
  useSubsidiaryShow,
} from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { freshly } from '@/api/record-query'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { OwnNameInputs } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { MembersSection } from '@/shared/choices/MembersSection'
import { ServicesChoice } from '@/shared/choices/ServicesChoice'
import { PartyRecords } from '@/shared/party/records/PartyRecords'
import { Related } from '@/shared/related/Related'
import { addressOf } from '@/ui/fields/address'
import { DocumentField } from '@/ui/fields/DocumentField'
import { BRAZIL } from '@/ui/fields/party'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshSubsidiaries, useSubsidiarySwitch } from './useSubsidiarySwitch'
import { emptySubsidiary, inputOf, type SubsidiaryValues, standardNames, valuesOf } from './values'

/** Creates a subsidiary, or changes the one of this id. */
export function SubsidiaryForm({ id }: { id?: string }) {
  const { t } = useTranslation('subsidiaries')
  const { required } = useRules()
  const { config } = useSite()
  const switching = useSubsidiarySwitch()
  return (
    <RecordForm
      name="subsidiary"
      id={id}
      result={useSubsidiaryShow(id ?? '', freshly(id))}
      lookups={[useChoices()]}
      title={id ? t('title') : t('createTitle')}
      text={t('createText')}
      nameOf={({ title }) => title}
      aside={({ active, excluded_at }) => (
        <ActiveBadge active={active} excluded_at={excluded_at} words={t('state', { returnObjects: true })} />
      )}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      beside={({ id }) => <Related of={{ subsidiary_id: id }} />}
      tabs={(record) => (
        <PartyRecords owner={{ owner_type: 'subsidiary', owner_id: record.id }} own={addressOf(record)} />
      )}
      empty={() => emptySubsidiary(config.country_id, config.time_zone)}
      valuesOf={valuesOf}
      validate={{ title: required, city: required, country_id: required }}
      save={(values, kept) =>
        kept
          ? subsidiaryUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : subsidiaryCreate(inputOf(values))
      }
      refresh={refreshSubsidiaries}
      submitLabel={t('save')}
      leaveTo={paths['subsidiaries.index']}
    >
      {(fields) => (
        <>
          <General fields={fields} />
          <Names fields={fields} />
          <FormSection title={t('section.address')} text={t('section.addressText')}>
            <RecordAddress fields={fields} />
          </FormSection>
          <Sales fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<SubsidiaryValues> }

/** Names in languages where they differ from the title. */
function Names({ fields: { form, values } }: SectionProps) {
  const { t } = useTranslation('subsidiaries')
  return (
    <FormSection title={t('section.names')} text={t('section.namesText')}>
      <OwnNameInputs standard={standardNames(values.title)} tie={(path) => form.getInputProps(path)} />
    </FormSection>
  )
}

/** The services that the subsidiary sells, and the profiles that choose it. */
function Sales({ fields: { values, errors, at, set } }: SectionProps) {
  const { t } = useTranslation('subsidiaries')
  return (
    <>
      <FormSection title={t('section.services')} text={t('section.servicesText')}>
        <ServicesChoice
          {...at('service_ids')}
          label={t('field.service_ids')}
          placeholder={values.service_ids.length === 0 ? t('allServices') : undefined}
          value={values.service_ids}
          onChange={(ids) => set('service_ids', ids)}
        />
      </FormSection>
      <MembersSection
        text={t('section.membersText')}
        value={values.profile_ids}
        onChange={(ids) => set('profile_ids', ids)}
        error={errors.profile_ids}
      />
    </>
  )
}

function General({ fields: { values, at, set, text, input } }: SectionProps) {
  const { t } = useTranslation('subsidiaries')
  const { data: zones } = useLookupTimezones(undefined, FOREVER)
  const inBrazil = values.country_id === BRAZIL
  return (
    <FormSection title={t('section.general')} text={t('section.generalText')}>
      <TextInput {...text('title')} {...HALF} label={t('field.title')} withAsterisk maxLength={80} />
      <TimeZoneSelect
        {...at('time_zone')}
        {...HALF}
        label={t('field.time_zone')}
        zones={zones?.data ?? []}
        value={values.time_zone}
        onChange={(zone) => set('time_zone', zone)}
      />
      <DocumentField
        {...input('document')}
        {...HALF}
        label={inBrazil ? t('field.cnpj') : t('field.document')}
        kind={inBrazil ? 'cnpj' : 'other'}
        maxLength={40}
      />
      {inBrazil && <TextInput {...text('ie')} {...HALF} label={t('field.ie')} maxLength={20} />}
    </FormSection>
  )
}
