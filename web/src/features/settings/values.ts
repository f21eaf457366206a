import type { UseFormReturnType } from '@mantine/form'
import type { TFunction } from 'i18next'
import type { ChangeEvent } from 'react'
import type { TenantSetting } from '@/api/schema'
import { useTiedFields } from '@/ui/fields/useTiedFields'

/** The form's `version` is the revision that the settings were read at. */
export type SettingValues = Pick<
  TenantSetting,
  | 'name'
  | 'languages'
  | 'default_language'
  | 'time_zone'
  | 'weight_unit'
  | 'size_unit'
  | 'brand_color'
  | 'chargeable_currencies'
  | 'document_paper'
> & {
  legal_name: string
  tax_number: string
  legal_address: string
  document_footer: string
  contact_email: string
  contact_phone: string
  version: string
}

export const valuesOf = (setting: TenantSetting): SettingValues => ({
  name: setting.name,
  languages: setting.languages,
  default_language: setting.default_language,
  time_zone: setting.time_zone,
  weight_unit: setting.weight_unit,
  size_unit: setting.size_unit,
  brand_color: setting.brand_color,
  chargeable_currencies: setting.chargeable_currencies,
  contact_email: setting.contact_email ?? '',
  contact_phone: setting.contact_phone ?? '',
  legal_name: setting.legal_name ?? '',
  tax_number: setting.tax_number ?? '',
  legal_address: setting.legal_address ?? '',
  document_footer: setting.document_footer ?? '',
  document_paper: setting.document_paper,
  version: setting.revision,
})

export const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

/** Checks of the client. The server has the same rules. */
export const settingErrors = (values: SettingValues, t: TFunction<['settings', 'codes']>) => ({
  name: values.name.trim() ? null : t('codes:required'),
  languages: values.languages.length > 0 ? null : t('codes:required'),
  brand_color: isColor(values.brand_color) ? null : t('settings:color.wrong'),
})

type TextName =
  | 'name'
  | 'brand_color'
  | 'contact_email'
  | 'contact_phone'
  | 'legal_name'
  | 'tax_number'
  | 'document_footer'

export function useFields(form: UseFormReturnType<SettingValues>) {
  const fields = useTiedFields(form)
  return {
    ...fields,
    text: (name: TextName) => ({
      ...fields.at(name),
      value: fields.values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => fields.set(name, event.currentTarget.value),
    }),
  }
}

export type Fields = ReturnType<typeof useFields>
