import { useTranslation } from 'react-i18next'
import { partnerCreate, partnerUpdate, usePartnerShow } from '@/api/generated/endpoints/partners/partners'
import { freshly } from '@/api/record-query'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { PartyContact, PartyDocument, PartyNames } from '@/shared/party/PartyFields'
import { PartyRecords } from '@/shared/party/records/PartyRecords'
import { Related } from '@/shared/related/Related'
import { addressOf } from '@/ui/fields/address'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { PartnerConfigs } from './PartnerConfigs'
import { PartnerServices } from './PartnerServices'
import { refreshPartners, usePartnerSwitch } from './usePartnerSwitch'
import { emptyPartner, inputOf, valuesOf } from './values'

/** Creates a partner, or changes the one of this id. */
export function PartnerForm({ id }: { id?: string }) {
  const { t } = useTranslation('partners')
  const { required } = useRules()
  const { config } = useSite()
  const { can } = useProfile()
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
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      beside={({ id }) => <Related of={{ partner_id: id }} />}
      tabs={(record) => (
        <PartyRecords
          owner={{ owner_type: 'partner', owner_id: record.id }}
          own={addressOf(record)}
          first={[
            {
              tab: 'settings',
              label: t('tab.settings'),
              content: <PartnerConfigs id={record.id} mayChange={record.can.update} />,
            },
            ...(can['partner_service.list']
              ? [
                  {
                    tab: 'services' as const,
                    label: t('tab.services'),
                    content: <PartnerServices partner={record.id} />,
                  },
                ]
              : []),
          ]}
        />
      )}
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
      leaveTo={paths['partners.index']}
    >
      {(fields) => (
        <>
          <FormSection title={t('section.general')} text={t('section.generalText')}>
            <PartyNames fields={fields} />
            <PartyDocument fields={fields} />
            <PartyContact fields={fields} />
          </FormSection>
          <FormSection title={t('section.address')} text={t('section.addressText')}>
            <RecordAddress fields={fields} />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}
