import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconBell,
  IconCompass,
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMessages,
  IconMoon,
  IconProgressCheck,
  IconReplace,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { signOut, useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { useUnreadRooms } from '@/features/messenger/useUnreadRooms'
import { useNewest } from '@/features/notifications/useNewest'
import { useProcesses } from '@/features/processes/useProcesses'
import { LANGUAGE_NAMES, type Language } from '@/i18n'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { initials } from '@/ui/initials'
import type { Overlay } from './overlay'
import classes from './UserMenu.module.css'
import { useChangeLanguage } from './useChangeLanguage'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

type UserMenuProps = {
  onOpen(overlay: Overlay): void
  onMessages(): void
}

export function UserMenu({ onOpen, onMessages }: UserMenuProps) {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton
          className={classes.opener}
          data-tour="user"
          // The name of a button begins with what is seen on it, so that it can be called by voice.
          aria-label={`${initials(profile.name)}, ${t('user.menu', { name: profile.name })}`}
        >
          <Avatar src={profile.picture_url} radius="xl" size={30} color="brand" aria-hidden>
            {initials(profile.name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text px="sm" pt={4} size="sm" fw={600} truncate>
          {profile.name}
        </Text>
        <Text px="sm" pb={6} size="xs" c="dimmed" truncate>
          {profile.email}
        </Text>
        <Menu.Divider />
        {profile.menu.processes && <ProcessesItem onOpen={() => onOpen('processes')} />}
        {profile.menu.my_account && (
          <Menu.Item
            component={AppLink}
            to={paths['my-account']()}
            leftSection={<IconUserCircle {...ICON} />}
          >
            {t('resources.account')}
          </Menu.Item>
        )}
        {profile.menu.notifications && <NotificationsItem onOpen={() => onOpen('notifications')} />}
        {profile.can['room.list'] && <MessagesItem onOpen={onMessages} />}
        <LanguageItems />
        <ThemeItems />
        <Menu.Item leftSection={<IconKeyboard {...ICON} />} onClick={() => onOpen('keys')}>
          {t('keys.title')}
        </Menu.Item>
        {profile.menu.tour && (
          <Menu.Item component={AppLink} to={paths.tour()} leftSection={<IconCompass {...ICON} />}>
            {t('menu.tour')}
          </Menu.Item>
        )}
        <Menu.Divider />
        {profile.user_switch && (
          <Menu.Item
            leftSection={<IconReplace {...ICON} />}
            renderRoot={(props) => <AppLink {...props} to={paths['users.switch_back']()} />}
          >
            {t('user.change')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={() => signOut().catch(notify.failure)}>
          {t('user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Its badge counts what is under way. */
function ProcessesItem({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation('shell')
  const { pending } = useProcesses()
  return (
    <Menu.Item
      leftSection={<IconProgressCheck {...ICON} />}
      rightSection={pending > 0 && <span className={classes.badge}>{pending}</span>}
      onClick={onOpen}
    >
      {t('user.processes')}
    </Menu.Item>
  )
}

/** Its badge counts the unread ones. */
function NotificationsItem({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation('shell')
  const { unread, capped } = useNewest()
  return (
    <Menu.Item
      leftSection={<IconBell {...ICON} />}
      rightSection={unread > 0 && <span className={classes.badge}>{capped ? '99+' : unread}</span>}
      onClick={onOpen}
    >
      {t('user.notifications')}
    </Menu.Item>
  )
}

/** Its badge counts the rooms with unread messages. */
function MessagesItem({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation('shell')
  const unread = useUnreadRooms()
  return (
    <Menu.Item
      leftSection={<IconMessages {...ICON} />}
      rightSection={unread > 0 && <span className={classes.badge}>{unread}</span>}
      onClick={onOpen}
    >
      {t('user.messages')}
    </Menu.Item>
  )
}

function LanguageItems() {
  const { t, i18n } = useTranslation('shell')
  const { domain } = useSite()
  const change = useChangeLanguage()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage {...ICON} />}>{t('language.label')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={i18n.language} onChange={(value) => change(value as Language)}>
          {domain.languages.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
              {LANGUAGE_NAMES[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function ThemeItems() {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconMoon {...ICON} />}>{t('theme.label')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        >
          <Menu.RadioItem value="light" rightSection={<IconSun {...ICON} />}>
            {t('theme.light')}
          </Menu.RadioItem>
          <Menu.RadioItem value="dark" rightSection={<IconMoon {...ICON} />}>
            {t('theme.dark')}
          </Menu.RadioItem>
          <Menu.RadioItem value="auto" rightSection={<IconDeviceDesktop {...ICON} />}>
            {t('theme.auto')}
          </Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
