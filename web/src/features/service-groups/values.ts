import type { ServiceGroup, ServiceGroupInput } from '@/api/schema'

export type GroupValues = {
  code: string
  title_locale: { pt: string; en: string; es: string; zh: string }
  position: number | null
  version?: number
}

export const EMPTY: GroupValues = {
  code: '',
  title_locale: { pt: '', en: '', es: '', zh: '' },
  position: 0,
}

export const valuesOf = ({ code, title_locale, position, version }: ServiceGroup): GroupValues => ({
  code,
  title_locale: { ...EMPTY.title_locale, ...title_locale },
  position,
  version,
})

export const inputOf = ({ version: _, position, ...values }: GroupValues): ServiceGroupInput => ({
  ...values,
  position: position ?? 0,
})
