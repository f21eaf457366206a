import { Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useTenantSettingShow } from '@/api/generated/endpoints/company/company'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import type { TenantSetting, TimeZone } from '@/api/schema'
import { SettingsTabs } from '@/shared/settings/SettingsTabs'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { BrandSection } from './BrandSection'
import { CompanySection } from './CompanySection'
import { DisplaySection } from './DisplaySection'
import { DocumentsSection } from './DocumentsSection'
import { useSettingsForm } from './useSettingsForm'
import { type SettingValues, settingErrors, useFields, valuesOf } from './values'

/** Settings of the company. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const settings = useTenantSettingShow({ query: { staleTime: 0 } })
  const zones = useLookupTimezones(undefined, FOREVER)
  const error = settings.error ?? zones.error
  // A form opens with what is true now, never with what a page showed a while ago.
  const isFresh = settings.isFetchedAfterMount && settings.data && zones.data
  return (
    <ResourcePage title={t('title')} text={t('text')} width="form">
      <SettingsTabs />
      {isFresh ? (
        <SettingsForm setting={settings.data.data} zones={zones.data.data} />
      ) : error ? (
        <LoadFailure
          title={t('failed')}
          result={{
            error,
            isFetching: settings.isFetching,
            refetch: () => Promise.all([settings.refetch(), zones.refetch()]),
          }}
        />
      ) : (
        <Skeleton height="100vh" radius="md" />
      )}
    </ResourcePage>
  )
}

function SettingsForm({ setting, zones }: { setting: TenantSetting; zones: TimeZone[] }) {
  const { t } = useTranslation(['settings', 'codes'])
  const navigate = useNavigate()
  const model = useSettingsForm<SettingValues>({
    name: 'tenant-settings',
    setting,
    valuesOf,
    validate: (values) => settingErrors(values, t),
    changes: ({ version, ...values }) => values,
  })
  const fields = useFields(model.form)
  return (
    <fieldset disabled={!setting.can.update} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <ResourceForm model={model} submitLabel={t('save')} onCancel={() => void navigate({ to: '/' })}>
        <CompanySection fields={fields} />
        <DocumentsSection fields={fields} />
        <BrandSection fields={fields} />
        <DisplaySection fields={fields} zones={zones} />
      </ResourceForm>
    </fieldset>
  )
}
