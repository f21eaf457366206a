import { useTranslation } from 'react-i18next'
import { localeText } from '@/ui/locale-text'
import { FOREVER } from './forever'
import { useLookupServices, useLookupShipmentEvents } from './generated/endpoints/lookups/lookups'
import { useClientGroupShow } from './generated/endpoints/parties/parties'
import { usePartnerShow } from './generated/endpoints/partners/partners'
import { useSubsidiaryShow } from './generated/endpoints/subsidiaries/subsidiaries'

// Names of what an id or a code stands for; '…' until they are there, nothing where they cannot be had.
const QUIETLY = { ...FOREVER, request: { quiet: true } }

export function useEventName(code: string) {
  const { i18n } = useTranslation()
  const { data, isPending } = useLookupShipmentEvents(QUIETLY)
  const kind = data?.data.find((kind) => kind.code === code)
  return isPending ? '…' : localeText(kind?.short_description_locale, i18n.language)
}

export function useServiceName(id: string) {
  const { i18n } = useTranslation()
  const { data, isPending } = useLookupServices(QUIETLY)
  const service = data?.data.find((service) => service.id === id)
  return isPending ? '…' : localeText(service?.title_locale, i18n.language)
}

export function useClientGroupName(id: string) {
  const { data, isPending } = useClientGroupShow(id, QUIETLY)
  return isPending ? '…' : (data?.data.title ?? '')
}

export function usePartnerName(id: string) {
  const { data, isPending } = usePartnerShow(id, QUIETLY)
  return isPending ? '…' : (data?.data.name ?? '')
}

export function useSubsidiaryName(id: string) {
  const { data, isPending } = useSubsidiaryShow(id, QUIETLY)
  return isPending ? '…' : (data?.data.title ?? '')
}
