import type { FormValidateInput } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateTenantSettingShow,
  tenantSettingShow,
  useTenantSettingUpdate,
} from '@/api/generated/endpoints/company/company'
import { invalidateDomainShow } from '@/api/generated/endpoints/site/site'
import type { TenantSetting, TenantSettingUpdate } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useResourceForm } from '@/ui/form/useResourceForm'

/** The form's `version` is the revision that the settings were read at. */
type Versioned = { version: string }

type Options<V> = {
  /** Names the draft. */
  name: string
  setting: TenantSetting
  valuesOf(setting: TenantSetting): V
  validate: FormValidateInput<V>
  /** The request made from the values. */
  changes(values: V): Partial<TenantSettingUpdate>
}

/** A form over a part of the settings; the others are sent as they were read. */
export function useSettingsForm<V extends Versioned>({ setting, valuesOf, changes, ...options }: Options<V>) {
  const { t } = useTranslation('settings')
  const queryClient = useQueryClient()
  const update = useTenantSettingUpdate()
  const read = useRef(setting)
  useEffect(() => {
    read.current = setting
  }, [setting])
  const model = useResourceForm<V, TenantSetting>({
    ...options,
    initial: valuesOf(setting),
    follows: 'telling',
    newest: async () => {
      read.current = (await tenantSettingShow()).data
      return valuesOf(read.current)
    },
    submit: async (values) => {
      const { can, brand, server_max_upload_mb, mail_sender_address, ...others } = read.current
      const data = { ...others, ...changes(values), revision: values.version }
      return (await update.mutateAsync({ data })).data
    },
    onSaved(saved) {
      read.current = saved
      model.goOn(valuesOf(saved))
      notify.success(t('saved'))
      void Promise.all([invalidateTenantSettingShow(queryClient), invalidateDomainShow(queryClient)])
    },
  })
  return model
}
