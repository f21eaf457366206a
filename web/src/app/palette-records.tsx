import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconArrowRight,
  IconBuilding,
  IconCircles,
  IconFileInvoice,
  IconFileStack,
  IconLifebuoy,
  IconLuggage,
  IconMapSearch,
  IconPackage,
  IconPlaneTilt,
  IconTruck,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  bagList,
  manifestList,
  masterList,
  mawbList,
  useBagList,
  useManifestList,
  useMasterList,
  useMawbList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { useInvoiceList } from '@/api/generated/endpoints/finance/finance'
import { useClientSelect } from '@/api/generated/endpoints/parties/parties'
import { usePartnerList } from '@/api/generated/endpoints/partners/partners'
import { shipmentList, useShipmentList } from '@/api/generated/endpoints/shipments/shipments'
import { useSupportTicketList } from '@/api/generated/endpoints/support/support'
import { useUserList } from '@/api/generated/endpoints/users/users'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { gathered } from '@/shared/tracking/codes'
import { notify } from '@/ui/dialogs/notify'
import { localeText } from '@/ui/locale-text'
import { ICON } from './palette-commands'

/** Shorter words find too much, and shorter codes are none. */
const SHORTEST = { words: 3, code: 8 }

/** So many of each kind: the palette leads to a record, the lists are for looking around. */
const MOST = 5

/** Long enough that a word is typed before the server is asked. */
const PAUSE_MS = 200

const isCode = (query: string) =>
  query.length >= SHORTEST.code && /^[a-z0-9]+$/i.test(query) && /\d/.test(query)

/** The lists of bags and of what carries them that this user may see. */
function useTransportLists() {
  const { menu, can } = useProfile()
  return {
    bags: menu.bags === true,
    mawbs: menu.mawbs === true && can['mawb.list'] === true,
    masters: menu.mawbs === true && can['master.list'] === true,
    manifests: menu.manifests === true,
  }
}

/** The page of a bag, a waybill, a master or a manifest, by its number without hyphens. */
async function findByNumber(code: string, lists: ReturnType<typeof useTransportLists>) {
  const asked = { search: code, ...PAGE }
  const found = await Promise.all([
    lists.bags ? bagList(asked).then(({ data }) => pagesOf(data, paths['bags.show'])) : [],
    lists.mawbs ? mawbList(asked).then(({ data }) => pagesOf(data, paths['mawbs.show'])) : [],
    lists.masters ? masterList(asked).then(({ data }) => pagesOf(data, paths['masters.show'])) : [],
    lists.manifests ? manifestList(asked).then(({ data }) => pagesOf(data, paths['manifests.show'])) : [],
  ])
  return found.flat().find(({ number }) => number.replaceAll('-', '').toUpperCase() === code)?.to
}

const pagesOf = (records: { id: string; number: string }[], path: (record: { id: string }) => string) =>
  records.map(({ id, number }) => ({ number, to: path({ id }) }))

/** A code opens its record, also before the answer of the search has arrived: a scanner types it with its Enter. */
export function useCodeOpener(typed: string): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const lists = useTransportLists()
  const navigate = useNavigate()
  const query = gathered(typed.trim())
  if (!isCode(query) || !(menu.shipments || menu.tracking)) return []
  const code = query.toUpperCase()

  async function open() {
    try {
      const found = menu.shipments ? (await shipmentList({ search: code, per_page: 10 })).data : []
      const shipment = found.find(({ tracking_code }) => tracking_code === code)
      const to = shipment ? paths['shipments.show']({ id: shipment.id }) : await findByNumber(code, lists)
      if (to) await navigate({ to })
      else if (menu.tracking) await navigate({ to: '/tracking', search: { codes: code, task: 'search' } })
      else await navigate({ to: '/shipments', search: { search: code } })
    } catch (error) {
      notify.failure(error)
    }
  }

  return [
    {
      id: 'open-code',
      label: t('palette.openCode', { code }),
      leftSection: <IconArrowRight {...ICON} />,
      onClick: () => void open(),
    },
  ]
}

/** Records whose names, codes or references are typed, of those lists that this user may see. */
export function useRecords(query: string): SpotlightActionGroupData[] {
  const { t } = useTranslation('shell')
  const [settled] = useDebouncedValue(query, PAUSE_MS)
  const sought = settled.length >= SHORTEST.words ? settled : ''
  const groups = [
    { group: t('resources.shipment'), actions: useShipments(sought) },
    { group: t('resources.bag'), actions: useBags(sought) },
    { group: t('resources.mawb'), actions: useWaybills(sought) },
    { group: t('resources.master'), actions: useMasters(sought) },
    { group: t('resources.manifest'), actions: useManifests(sought) },
    { group: t('resources.client'), actions: useClients(sought) },
    { group: t('resources.partner'), actions: usePartners(sought) },
    { group: t('resources.invoice'), actions: useInvoices(sought) },
    { group: t('resources.support_ticket'), actions: useTickets(sought) },
    { group: t('resources.user'), actions: useUsers(sought) },
  ]
  const lists = { group: t('palette.find'), actions: useLists(query) }
  // Results of an earlier search are not shown.
  return settled === query ? [...groups, lists] : [lists]
}

const PAGE = { per_page: 10 }
const quietly = (enabled: boolean) => ({ query: { enabled }, request: { quiet: true } })
const words = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

function useShipments(search: string): SpotlightActionData[] {
  const { menu } = useProfile()
  const navigate = useNavigate()
  const asks = search !== '' && menu.shipments === true
  const { data } = useShipmentList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map((shipment) => ({
    id: `shipment-${shipment.id}`,
    label: shipment.tracking_code,
    description: words(shipment.to_name, shipment.to_city, shipment.external_ref),
    leftSection: <IconPackage {...ICON} />,
    onClick: () => void navigate({ to: paths['shipments.show']({ id: shipment.id }) }),
  }))
}

function useBags(search: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const asks = useTransportLists().bags && search !== ''
  const { data } = useBagList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map(({ id, number, destination_airport, seal }) => ({
    id: `bag-${id}`,
    label: number,
    description: words(destination_airport, seal),
    leftSection: <IconLuggage {...ICON} />,
    onClick: () => void navigate({ to: paths['bags.show']({ id }) }),
  }))
}

function useWaybills(search: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const asks = useTransportLists().mawbs && search !== ''
  const { data } = useMawbList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map(({ id, number, provider_name, destination_airport }) => ({
    id: `mawb-${id}`,
    label: number,
    description: words(provider_name, destination_airport),
    leftSection: <IconPlaneTilt {...ICON} />,
    onClick: () => void navigate({ to: paths['mawbs.show']({ id }) }),
  }))
}

function useMasters(search: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const asks = useTransportLists().masters && search !== ''
  const { data } = useMasterList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map(({ id, number, reference, to_place }) => ({
    id: `master-${id}`,
    label: number,
    description: words(to_place, reference),
    leftSection: <IconTruck {...ICON} />,
    onClick: () => void navigate({ to: paths['masters.show']({ id }) }),
  }))
}

function useManifests(search: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const asks = useTransportLists().manifests && search !== ''
  const { data } = useManifestList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map((manifest) => ({
    id: `manifest-${manifest.id}`,
    label: manifest.number,
    description: words(manifest.mawb_number, manifest.destination_airport, manifest.partner_name),
    leftSection: <IconFileStack {...ICON} />,
    onClick: () => void navigate({ to: paths['manifests.show']({ id: manifest.id }) }),
  }))
}

function useClients(search: string): SpotlightActionData[] {
  const { menu, can } = useProfile()
  const navigate = useNavigate()
  const hasPage = menu.clients === true
  const asks = search !== '' && (hasPage || menu.shipments === true) && can['client.select'] === true
  const { data } = useClientSelect({ search }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map(({ id, label }) => ({
    id: `client-${id}`,
    label,
    leftSection: <IconBuilding {...ICON} />,
    // Without the menu entry, its shipments are shown.
    onClick: () =>
      void navigate(
        hasPage ? { to: paths['clients.edit']({ id }) } : { to: '/shipments', search: { client_id: id } },
      ),
  }))
}

function usePartners(search: string): SpotlightActionData[] {
  const { menu } = useProfile()
  const navigate = useNavigate()
  const asks = search !== '' && menu.partners === true
  const { data } = usePartnerList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map(({ id, name, code, city }) => ({
    id: `partner-${id}`,
    label: name,
    description: words(code, city),
    leftSection: <IconCircles {...ICON} />,
    onClick: () => void navigate({ to: paths['partners.edit']({ id }) }),
  }))
}

function useInvoices(search: string): SpotlightActionData[] {
  const { menu } = useProfile()
  const navigate = useNavigate()
  const asks = search !== '' && menu.invoices === true
  const { data } = useInvoiceList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map(({ id, number, client_name }) => ({
    id: `invoice-${id}`,
    label: number ?? client_name,
    description: number ? client_name : undefined,
    leftSection: <IconFileInvoice {...ICON} />,
    onClick: () => void navigate({ to: paths['invoices.show']({ id }) }),
  }))
}

function useTickets(search: string): SpotlightActionData[] {
  const { i18n } = useTranslation()
  const { menu } = useProfile()
  const navigate = useNavigate()
  const asks = search !== '' && menu.support_tickets === true
  const { data } = useSupportTicketList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map((ticket) => ({
    id: `ticket-${ticket.id}`,
    label: `#${ticket.number} ${localeText(ticket.title_locale, i18n.language)}`,
    description: ticket.short_body,
    leftSection: <IconLifebuoy {...ICON} />,
    onClick: () => void navigate({ to: paths['support_tickets.show']({ id: ticket.id }) }),
  }))
}

function useUsers(search: string): SpotlightActionData[] {
  const { menu } = useProfile()
  const navigate = useNavigate()
  const asks = search !== '' && menu.users === true
  const { data } = useUserList({ search, ...PAGE }, quietly(asks))
  if (!asks) return []
  return (data?.data ?? []).slice(0, MOST).map(({ id, name, email }) => ({
    id: `user-${id}`,
    label: name,
    description: email,
    leftSection: <IconUser {...ICON} />,
    onClick: () => void navigate({ to: paths['users.show']({ id }) }),
  }))
}

/** The lists themselves, searched for what is typed. */
function useLists(query: string): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const navigate = useNavigate()
  const found: SpotlightActionData[] = []
  if (menu.tracking && isCode(query)) {
    found.push({
      id: 'track',
      label: t('palette.track', { code: query.toUpperCase() }),
      leftSection: <IconMapSearch {...ICON} />,
      onClick: () =>
        void navigate({ to: '/tracking', search: { codes: query.toUpperCase(), task: 'search' } }),
    })
  }
  if (menu.shipments && query.length >= SHORTEST.words) {
    found.push({
      id: 'search',
      label: t('palette.searchShipments', { text: query }),
      leftSection: <IconPackage {...ICON} />,
      onClick: () => void navigate({ to: '/shipments', search: { search: query } }),
    })
  }
  return found
}
