import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconBell,
  IconDeviceDesktop,
  IconHandStop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconProgressCheck,
  IconSun,
  IconTableImport,
  IconUpload,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageActions } from '@/context/page-actions'
import { paths } from '@/context/paths'
import { signOut, useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES } from '@/i18n'
import { newShipment } from '@/shared/shipments/new-shipment'
import { notify } from '@/ui/dialogs/notify'
import { menuFor } from './menu'
import type { OverlayProps } from './overlay'
import { useChangeLanguage } from './useChangeLanguage'

export const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** All that the palette can do without asking the server, those of the record in view first. */
export function useCommands(onOpen: OverlayProps['onOpen']): SpotlightActionGroupData[] {
  const { t } = useTranslation('shell')
  return [
    ...useRecordInView(),
    { group: t('palette.goTo'), actions: usePlaces() },
    { group: t('palette.create'), actions: useBeginnings() },
    { group: t('palette.actions'), actions: useTools(onOpen) },
    { group: t('language.label'), actions: useLanguages() },
    { group: t('theme.label'), actions: useThemes() },
  ]
}

function useRecordInView(): SpotlightActionGroupData[] {
  const page = usePageActions()
  const navigate = useNavigate()
  if (!page) return []
  const actions = page.actions.map(({ label, icon: Icon, to, newTab, run }) => ({
    id: `page-${label}`,
    label,
    leftSection: <Icon {...ICON} />,
    onClick: () => {
      if (run) run()
      else if (to && newTab) window.open(to, '_blank', 'noopener')
      else if (to) void navigate({ href: to })
    },
  }))
  return [{ group: page.title, actions }]
}

/** The queue of what does not go on: held by the company, by customs or because of its weight. */
const ON_HOLD = `${paths['shipments.index']()}?on_hold=true`

function usePlaces(): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  const { can, menu } = profile
  const navigate = useNavigate()
  const places = menuFor(profile).map(({ label, icon, to }) => ({ label: t(label), icon, to }))
  if (can['shipment_import.create']) {
    places.push({
      label: t('palette.imports'),
      icon: IconTableImport,
      to: paths['shipments.imports.index'](),
    })
  }
  if (menu.shipments) {
    places.push({ label: t('palette.onHold'), icon: IconHandStop, to: ON_HOLD })
  }
  return places.map(({ label, icon: Icon, to }) => ({
    id: to,
    label,
    leftSection: <Icon {...ICON} />,
    onClick: () => void navigate({ href: to }),
  }))
}

function useBeginnings(): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  const { can } = profile
  const navigate = useNavigate()
  const go = (to: string) => () => void navigate({ href: to })
  const plus = <IconPlus {...ICON} />
  const beginnings = [
    {
      id: 'new-shipment',
      allowed: can['shipment.create'],
      label: t('palette.newShipment'),
      leftSection: plus,
      onClick: () => void navigate({ to: newShipment(profile) }),
    },
    {
      id: 'new-import',
      allowed: can['shipment_import.create'],
      label: t('palette.newImport'),
      leftSection: <IconUpload {...ICON} />,
      onClick: go(paths['shipments.imports.create']()),
    },
    {
      id: 'new-client',
      allowed: profile.menu.clients && can['client.create'],
      label: t('palette.newClient'),
      leftSection: plus,
      onClick: go(paths['clients.create']()),
    },
    {
      id: 'new-invoice',
      allowed: can['invoice.create'],
      label: t('palette.newInvoice'),
      leftSection: plus,
      onClick: go(paths['invoices.create']()),
    },
    {
      id: 'new-ticket',
      allowed: can['support_ticket.create'],
      label: t('palette.newTicket'),
      leftSection: plus,
      onClick: go(paths['supports.create']()),
    },
  ]
  return beginnings.filter(({ allowed }) => allowed).map(({ allowed: _, ...action }) => action)
}

function useTools(onOpen: OverlayProps['onOpen']): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const processes = {
    id: 'processes',
    label: t('user.processes'),
    leftSection: <IconProgressCheck {...ICON} />,
    onClick: () => onOpen('processes'),
  }
  const notifications = {
    id: 'notifications',
    label: t('user.notifications'),
    leftSection: <IconBell {...ICON} />,
    onClick: () => onOpen('notifications'),
  }
  const keys = {
    id: 'keys',
    label: t('keys.title'),
    leftSection: <IconKeyboard {...ICON} />,
    onClick: () => onOpen('keys'),
  }
  const leave = {
    id: 'sign-out',
    label: t('user.signOut'),
    leftSection: <IconLogout {...ICON} />,
    onClick: () => void signOut().catch(notify.failure),
  }
  return [...(menu.processes ? [processes] : []), ...(menu.notifications ? [notifications] : []), keys, leave]
}

function useLanguages(): SpotlightActionData[] {
  const { domain } = useSite()
  const change = useChangeLanguage()
  return domain.languages.map((language) => ({
    id: language,
    label: LANGUAGE_NAMES[language],
    leftSection: <IconLanguage {...ICON} />,
    onClick: () => void change(language),
  }))
}

function useThemes(): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const themes = [
    { id: 'light', label: t('theme.light'), Icon: IconSun },
    { id: 'dark', label: t('theme.dark'), Icon: IconMoon },
    { id: 'auto', label: t('theme.auto'), Icon: IconDeviceDesktop },
  ] as const
  return themes.map(({ id, label, Icon }) => ({
    id,
    label,
    leftSection: <Icon {...ICON} />,
    onClick: () => setColorScheme(id),
  }))
}
