import { Badge, Checkbox, TextInput } from '@mantine/core'
import { IconPlaneDeparture } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidatePartnerServiceList,
  partnerServiceCreate,
  partnerServiceDelete,
  partnerServiceShow,
  partnerServiceUpdate,
  usePartnerServiceList,
} from '@/api/generated/endpoints/partners/partners'
import type { PartnerService, PartnerServiceInput } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { useProfile } from '@/context/session'
import { ProviderChoice, ServiceChoice } from '@/shared/choices/RecordChoice'
import { OwnedForm } from '@/shared/party/records/OwnedForm'
import { ALL_OF_OWNER } from '@/shared/party/records/owner'
import { RecordsPanel } from '@/shared/party/records/RecordsPanel'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, THIRD } from '@/ui/form/field-width'
import { useRules } from '@/ui/form/useRules'
import { localeText } from '@/ui/locale-text'
import { named } from '@/ui/wording'

type ServiceValues = {
  service_id: string | null
  provider_id: string | null
  /** Code of the provider, which may no longer be offered. */
  provider_code: string | null
  external_code: string | null
  subclass: string | null
  cut_off: string | null
  active: boolean
  version?: number
}

const EMPTY: ServiceValues = {
  service_id: null,
  provider_id: null,
  provider_code: null,
  external_code: null,
  subclass: null,
  cut_off: null,
  active: true,
}

const valuesOf = (service: PartnerService): ServiceValues => ({
  service_id: service.service_id,
  provider_id: service.provider_id,
  provider_code: service.provider_code,
  external_code: service.external_code,
  subclass: service.subclass,
  cut_off: service.cut_off,
  active: service.active,
  version: service.version,
})

const inputOf = ({ version: _, provider_code: __, ...values }: ServiceValues): PartnerServiceInput => ({
  ...values,
  // The form is not sent without it.
  service_id: values.service_id ?? '',
})

/** The services that the partner carries out. */
export function PartnerServices({ partner }: { partner: string }) {
  const { t, i18n } = useTranslation('partners')
  const { can } = useProfile()
  const queryClient = useQueryClient()
  const refresh = () => invalidatePartnerServiceList(queryClient, partner)
  const nameOf = ({ service_title_locale, service_code }: PartnerService) =>
    localeText(service_title_locale, i18n.language) || service_code
  return (
    <RecordsPanel<PartnerService>
      result={usePartnerServiceList(partner, ALL_OF_OWNER)}
      icon={IconPlaneDeparture}
      words={{ add: t('service.add'), empty: t('service.empty'), emptyText: t('service.emptyText') }}
      mayAdd={can['partner_service.create']}
      nameOf={nameOf}
      badges={({ subclass, active }) => (
        <>
          {!active && <ActiveBadge active={false} />}
          {subclass && (
            <Badge variant="light" color="gray" radius="sm" tt="none">
              {subclass}
            </Badge>
          )}
        </>
      )}
      lines={({ provider_code, external_code, cut_off }) => [
        provider_code && named(t('service.provider'), provider_code),
        external_code && named(t('service.external_code'), external_code),
        cut_off && named(t('service.cut_off'), cut_off),
      ]}
      form={(service, close) => (
        <ServiceForm partner={partner} service={service} refresh={refresh} onClose={close} />
      )}
      remove={(id) => partnerServiceDelete(partner, id)}
      refresh={refresh}
    />
  )
}

type ServiceFormProps = {
  partner: string
  service: PartnerService | undefined
  refresh(): Promise<unknown>
  onClose(): void
}

function ServiceForm({ partner, service, refresh, onClose }: ServiceFormProps) {
  const { t } = useTranslation('partners')
  const { required } = useRules()
  return (
    <OwnedForm<ServiceValues>
      name={service ? `partner-service-${service.id}` : `partner-service-of-${partner}`}
      title={t('service.one')}
      initial={service ? valuesOf(service) : EMPTY}
      validate={{ service_id: required }}
      newest={service && (async () => valuesOf((await partnerServiceShow(partner, service.id)).data))}
      submit={(values) =>
        service
          ? partnerServiceUpdate(partner, service.id, {
              ...inputOf(values),
              version: values.version ?? service.version,
            })
          : partnerServiceCreate(partner, inputOf(values))
      }
      refresh={refresh}
      onClose={onClose}
    >
      {(fields) => <Fields fields={fields} />}
    </OwnedForm>
  )
}

function Fields({ fields: { values, text, at, set, patch } }: { fields: TiedFields<ServiceValues> }) {
  const { t } = useTranslation('partners')
  return (
    <>
      <ServiceChoice
        {...at('service_id')}
        {...HALF}
        label={t('service.service')}
        withAsterisk
        value={values.service_id}
        onChange={(id) => set('service_id', id)}
      />
      <div data-width="half">
        <ProviderChoice
          {...at('provider_id')}
          label={t('service.provider')}
          value={values.provider_id}
          name={values.provider_code}
          onChange={(provider_id, provider_code) => patch({ provider_id, provider_code })}
        />
      </div>
      <TextInput {...text('external_code')} {...THIRD} label={t('service.external_code')} maxLength={40} />
      <TextInput {...text('subclass')} {...THIRD} label={t('service.subclass')} maxLength={2} />
      <TextInput {...text('cut_off')} {...THIRD} type="time" label={t('service.cut_off')} />
      <Checkbox
        label={t('service.active')}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
    </>
  )
}
