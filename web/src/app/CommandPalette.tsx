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
  IconMoon,
  IconProgressCheck,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '@/i18n'
import { notify } from '@/ui/notify'
import { menuFor } from './menu'
import type { OverlayProps } from './overlay'
import { signOut, useProfile } from './session'
import { useSite } from './site'
import { useChangeLanguage } from './useChangeLanguage'

const [store, spotlight] = createSpotlight()

const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Go to, create, change: everything the shell can do, by typing part of its name. */
export default function CommandPalette({ opened, onClose, onOpen }: OverlayProps) {
  const { t } = useTranslation('shell')
  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])

  return (
    <Spotlight
      store={store}
      actions={useActions(onOpen)}
      // The shell has the shortcut: this file is not there yet when it is first pressed.
      shortcut={null}
      onSpotlightClose={onClose}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      highlightQuery
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

function useActions(onOpen: OverlayProps['onOpen']): SpotlightActionGroupData[] {
  const { t } = useTranslation('shell')
  return [
    { group: t('palette.goTo'), actions: usePlaces() },
    { group: t('palette.actions'), actions: useTools(onOpen) },
    { group: t('language.label'), actions: useLanguages() },
    { group: t('theme.label'), actions: useThemes() },
  ]
}

function usePlaces(): SpotlightActionData[] {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const navigate = useNavigate()
  return menuFor(menu).map((entry) => ({
    id: entry.label,
    label: t(entry.label),
    leftSection: <entry.icon {...ICON} />,
    onClick: () => void navigate({ href: entry.to }),
  }))
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
