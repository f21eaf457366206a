import { ActionIcon, Box, Burger, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { MessengerButton } from '@/features/messenger/MessengerButton'
import { NotificationsButton } from '@/features/notifications/NotificationsButton'
import { ProcessesButton } from '@/features/processes/ProcessesButton'
import { AppLink } from '@/ui/AppLink'
import { Logo, LogoMark } from './Logo'
import type { Overlay } from './overlay'
import { ThemeButton } from './ThemeButton'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu'

/** Ctrl, or the key that stands for it on a Mac. */
const COMMAND = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

type TopBarProps = {
  onOpen(overlay: Overlay): void
  /** Whether the messenger is shown. */
  messenger: boolean
  onMessenger(): void
  /** Shows the messenger, whether it is shown or not. */
  onMessages(): void
}

export function TopBar({ onOpen, messenger, onMessenger, onMessages }: TopBarProps) {
  const { t } = useTranslation('shell')
  const { domain } = useSite()
  const { menu, can } = useProfile()
  return (
    <header className={classes.bar}>
      <Burger
        size="sm"
        hiddenFrom="sm"
        data-tour="menu"
        opened={false}
        aria-label={t('menu.open')}
        aria-haspopup="dialog"
        onClick={() => onOpen('menu')}
      />
      <Box hiddenFrom="sm" className={classes.logo}>
        <AppLink to={paths.home()} aria-label={t('home', { company: domain.name })}>
          <span className={classes.whole}>
            <Logo />
          </span>
          <span className={classes.mark}>
            <LogoMark />
          </span>
        </AppLink>
      </Box>
      <UnstyledButton
        className={classes.search}
        data-tour="search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => onOpen('palette')}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span>{t('palette.open')}</span>
        <span aria-hidden className={classes.keys}>
          <Kbd size="xs">{COMMAND}</Kbd> <Kbd size="xs">K</Kbd>
        </span>
      </UnstyledButton>
      <div className={classes.tools}>
        <ActionIcon
          className={classes.find}
          data-tour="search"
          size="lg"
          aria-label={t('palette.open')}
          aria-haspopup="dialog"
          onClick={() => onOpen('palette')}
        >
          <IconSearch size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        {menu.processes && <ProcessesButton onOpen={() => onOpen('processes')} />}
        {can['room.list'] && <MessengerButton opened={messenger} onToggle={onMessenger} />}
        {menu.notifications && <NotificationsButton onOpen={() => onOpen('notifications')} />}
        <Box visibleFrom="sm">
          <ThemeButton />
        </Box>
        <UserMenu onOpen={onOpen} onMessages={onMessages} />
      </div>
    </header>
  )
}
