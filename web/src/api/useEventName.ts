import { useTranslation } from 'react-i18next'
import { localeText } from '@/ui/locale-text'
import { FOREVER } from './forever'
import { useLookupShipmentEvents } from './generated/endpoints/lookups/lookups'

/** The name of an event in the page's language; '…' until it is there, nothing when it cannot be had. */
export function useEventName(code: string) {
  const { i18n } = useTranslation()
  const { data, isPending } = useLookupShipmentEvents({ ...FOREVER, request: { quiet: true } })
  if (isPending) return '…'
  return localeText(data?.data.find((kind) => kind.code === code)?.short_description_locale, i18n.language)
}
