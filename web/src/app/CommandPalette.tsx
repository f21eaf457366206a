import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMapSearch,
  IconMoon,
  IconPackage,
  IconPlus,
  IconProgressCheck,
  IconSearch,
  IconSun,
  IconTableImport,
  IconUpload,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '@/i18n'
import { notify } from '@/ui/dialogs/notify'
import { menuFor } from './menu'
import type { OverlayProps } from './overlay'
import { paths } from './paths'
import { signOut, useProfile } from './session'
import { useSite } from './site'
import { useChangeLanguage } from './useChangeLanguage'

const [store, spotlight] = createSpotlight()

const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Go to, create, change: everything the shell can do, by typing part of its name. */
export default function CommandPalette({ opened, onClose, onOpen }: OverlayProps) {
  const { t } = useTranslation('shell')
  const [query, setQuery] = useState('')
  const actions = useActions(query.trim(), onOpen)
  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])

  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={actions}
      // The shell has the shortcut: this file is not there yet when it is first pressed.
      shortcut={null}
      onSpotlightClose={onClose}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      highlightQuery
      // At the top, so that it stays in its place while the list shrinks.
      centered={false}
      yOffset="12dvh"
      scrollable
      maxHeight="min(28rem, 60dvh)"
      nothingFound={t('palette.nothing')}
      searchProps={{
        leftSection: <IconSearch {...ICON} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  )
}

function useActions(query: string, onOpen: OverlayProps['onOpen']): SpotlightActionGroupData[] {
  const { t } = useTranslation('shell')
  return [
    { group: t('palette.goTo'), actions: usePlaces() },
    { group: t('palette.create'), actions: useBeginnings() },
    { group: t('palette.actions'), actions: useTools(onOpen) },
    { group: t('language.label'), actions: useLanguages() },
    { group: t('theme.label'), actions: useThemes() },
    // Last, since any words match it: who types a command's name gets the command.
    { group: t('palette.find'), actions: useFinding(query) },
  ]
}

function usePlaces(): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { menu, can } = useProfile()
  const navigate = useNavigate()
  const places = menuFor(menu).map(({ label, icon, to }) => ({ label: t(label), icon, to }))
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
  const { can } = useProfile()
  const navigate = useNavigate()
  const shipment = {
    id: 'new-shipment',
    label: t('palette.newShipment'),
    leftSection: <IconPlus {...ICON} />,
    onClick: () => void navigate({ to: paths['shipments.create']() }),
  }
  const file = {
    id: 'new-import',
    label: t('palette.newImport'),
    leftSection: <IconUpload {...ICON} />,
    onClick: () => void navigate({ to: paths['shipments.imports.create']() }),
  }
  return [...(can['shipment.create'] ? [shipment] : []), ...(can['shipment_import.create'] ? [file] : [])]
}

/** Shorter words find too much, and shorter codes are none. */
const SHORTEST = { words: 3, code: 8 }

/** The typed text may itself be the target: a tracking code, or words of a shipment. */
function useFinding(query: string): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const navigate = useNavigate()
  const found: SpotlightActionData[] = []
  if (menu.tracking && query.length >= SHORTEST.code && /^[a-z0-9]+$/i.test(query)) {
    found.push({
      id: 'track',
      label: t('palette.track', { code: query }),
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

function useTools(onOpen: OverlayProps['onOpen']): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const processes = {
    id: 'processes',
    label: t('user.processes'),
    leftSection: <IconProgressCheck {...ICON} />,
    onClick: () => onOpen('processes'),
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
  return menu.processes ? [processes, keys, leave] : [keys, leave]
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
