import { Anchor, Box } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LanguageSelect } from './LanguageSelect'
import { Logo } from './Logo'
import { OfflineBanner } from './OfflineBanner'
import { PublicLinks } from './PublicLinks'
import classes from './PublicShell.module.css'
import { SkipLink } from './SkipLink'
import { ThemeButton } from './ThemeButton'

type Props = {
  children?: ReactNode
  /** The page that it is behind the sign-in. */
  signedInTo?: string
}

/** The frame of what the company shows to anybody. */
export function PublicShell({ children, signedInTo }: Props) {
  const { domain } = useSite()
  return (
    <div className={classes.shell}>
      <SkipLink />
      <header className={classes.header}>
        {/* The server draws the home of visitors: the router has no such page. */}
        <a href={paths.home()} aria-label={domain.name} className={classes.logo}>
          <Logo />
        </a>
        <div className={classes.tools}>
          <Box visibleFrom="md">
            <PublicLinks signedInTo={signedInTo} />
          </Box>
          <LanguageSelect />
          <ThemeButton />
        </div>
      </header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children ?? <Outlet />}
      </main>
      <footer className={classes.footer}>
        <b>{domain.name}</b>
        {domain.contact_email && (
          <Anchor href={`mailto:${domain.contact_email}`}>{domain.contact_email}</Anchor>
        )}
        {domain.contact_phone && (
          <Anchor href={`tel:${domain.contact_phone}`}>{domain.contact_phone_text}</Anchor>
        )}
        <Box hiddenFrom="md">
          <PublicLinks signedInTo={signedInTo} />
        </Box>
      </footer>
    </div>
  )
}
