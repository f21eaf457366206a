import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconBell,
  IconDeviceDesktop,
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

function usePlaces(): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  const { can } = profile
  const navigate = useNavigate()
  const places = menuFor(profile).map(({ label, icon, to }) => ({ label: t(label), icon, to }))
  if (can['shipment_import.create']) {
    places.push({
      label: t('palette.imports'),
      icon: IconTableImport,
      to: paths['shipments.imports.index'](),
    })
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
  const shipment = {
    id: 'new-shipment',
    label: t('palette.newShipment'),
    leftSection: <IconPlus {...ICON} />,
    onClick: () => void navigate({ to: newShipment(profile) }),
  }
  const file = {
    id: 'new-import',
    label: t('palette.newImport'),
    leftSection: <IconUpload {...ICON} />,
    onClick: () => void navigate({ to: paths['shipments.imports.create']() }),
  }
  return [...(can['shipment.create'] ? [shipment] : []), ...(can['shipment_import.create'] ? [file] : [])]
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
