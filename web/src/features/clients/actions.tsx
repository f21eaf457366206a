import {
  IconAddressBook,
  IconCalculator,
  IconCash,
  IconCircleCheck,
  IconCircleOff,
  IconFileInvoice,
  IconLifebuoy,
  IconMessage,
  IconMessagePlus,
  IconPackage,
  IconTags,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client, Profile } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { openRoom } from '@/shared/messenger/room-to-open'
import { onceOnline } from '@/ui/once-online'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'
import { refreshClients } from './useClientSwitch'

const ChangeGroup = lazy(() => onceOnline(() => import('./bulk/ChangeGroup')))
const SwitchClients = lazy(() => onceOnline(() => import('./bulk/SwitchClients')))
const AddFunds = lazy(() => onceOnline(() => import('@/shared/wallet/AddFunds')))

/** Clients of one change; the server checks it too. */
const MOST = 500

const Activate = (props: BulkDialogProps<Client>) => <SwitchClients {...props} active />
const Deactivate = (props: BulkDialogProps<Client>) => <SwitchClients {...props} active={false} />

/** The address of another screen with the client chosen. */
const withClient =
  (path: string, more: Record<string, string> = {}) =>
  ({ id }: Client) =>
    `${path}?${new URLSearchParams({ ...more, client_id: id })}`

/** Actions for a client on other screens, each for who may do it there. */
function clientActions(
  t: TFunction<['clients', 'shell', 'common']>,
  { can }: Profile,
): RecordAction<Client>[] {
  // For a client that is switched off or deleted nothing new begins.
  const may = (right: keyof Profile['can']) => (client: Client) => can[right] === true && client.active
  return [
    {
      when: may('shipment.create'),
      button: 'main',
      label: t('shell:palette.newShipment'),
      icon: IconPackage,
      to: withClient(paths['shipments.create']()),
    },
    {
      when: may('quote.create'),
      label: t('clients:action.calculate'),
      icon: IconCalculator,
      to: withClient(paths.calculator()),
    },
    {
      when: may('deposit.create'),
      label: t('clients:action.addFunds'),
      icon: IconCash,
      dialog: ({ id, name }, { opened, onClose }) => (
        <AddFunds wallet={{ client_id: id, client_name: name }} opened={opened} onClose={onClose} />
      ),
    },
    {
      when: may('invoice.create'),
      label: t('shell:palette.newInvoice'),
      icon: IconFileInvoice,
      to: withClient(paths['invoices.create']()),
    },
    {
      when: may('support_ticket.create'),
      label: t('shell:palette.newTicket'),
      icon: IconMessagePlus,
      to: withClient(paths['supports.create']()),
    },
    {
      when: may('room.list'),
      label: t('clients:action.writeMessage'),
      icon: IconMessage,
      // The room of a client has the client's id, and is there already.
      start: ({ id }) => openRoom(id),
    },
    ...manyActions(t, can),
    {
      only: 'page',
      when: may('user.create'),
      label: t('clients:action.inviteUser'),
      icon: IconUserPlus,
      to: withClient(paths['users.create']()),
    },
    {
      only: 'page',
      when: () => can['support_ticket.list'] === true,
      label: t('clients:action.tickets'),
      icon: IconLifebuoy,
      to: withClient(paths['supports.index'](), { status: 'all' }),
    },
    {
      only: 'page',
      when: () => can['saved_address.list'] === true,
      label: t('shell:resources.saved_address'),
      icon: IconAddressBook,
      to: withClient(paths['saved_addresses.index']()),
    },
    {
      only: 'page',
      when: () => can['price_assignment.list'] === true,
      label: t('shell:resources.price_assignment'),
      icon: IconTags,
      to: withClient(paths['price_assignments.index']()),
    },
  ]
}

/** Actions on the chosen rows of the list. */
function manyActions(
  t: TFunction<['clients', 'shell', 'common']>,
  can: Profile['can'],
): RecordAction<Client>[] {
  const many = { most: MOST, tooMany: t('clients:many.tooMany', { max: MOST }) }
  // The menu of a row has its own entry to switch the client.
  const ofMany = { only: 'list' as const, when: () => false, start: () => {} }
  const all: (RecordAction<Client> | false)[] = [
    {
      only: 'list',
      verb: 'update',
      label: t('clients:action.changeGroup'),
      icon: IconUsersGroup,
      dialog: (client, { opened, onClose }) => (
        <ChangeGroup chosen={{ rows: [client], clear: () => {} }} opened={opened} onClose={onClose} />
      ),
      bulk: { ...many, dialog: ChangeGroup },
    },
    can['client.activate'] === true && {
      ...ofMany,
      label: t('common:record.activate.action'),
      icon: IconCircleCheck,
      bulk: { ...many, dialog: Activate },
    },
    can['client.deactivate'] === true && {
      ...ofMany,
      label: t('common:record.deactivate.action'),
      icon: IconCircleOff,
      bulk: { ...many, dialog: Deactivate },
    },
  ]
  return all.filter((action) => action !== false)
}

/** Actions for a client, in the list and on its page. */
export function useClientActions() {
  const { t } = useTranslation(['clients', 'shell', 'common'])
  return useRecordActions({ actions: clientActions(t, useProfile()), refresh: refreshClients })
}
