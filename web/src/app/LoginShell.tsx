import { Anchor, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'
import { LanguageSelect } from './LanguageSelect'
import classes from './LoginShell.module.css'
import { Logo } from './Logo'
import { PublicLinks } from './PublicLinks'
import { ThemeButton } from './ThemeButton'

type Props = {
  children: ReactNode
  /** For a form of many fields. */
  wide?: boolean
}

/** The frame of everything that comes before the sign-in: the form, and the company's colour beside it. */
export function LoginShell({ children, wide }: Props) {
  const { t } = useTranslation('shell')
  const { domain } = useSite()
  return (
    <div className={classes.shell} data-wide={wide || undefined}>
      <div className={classes.side}>
        <header className={classes.header}>
          <Anchor component={AppLink} to="/login" aria-label={domain.name} className={classes.logo}>
            <Logo />
          </Anchor>
          <Group gap={4} wrap="nowrap" className={classes.tools}>
            <LanguageSelect />
            <ThemeButton />
          </Group>
        </header>
        <main className={classes.main}>
          <div className={classes.form}>{children}</div>
        </main>
        <footer className={classes.footer}>
          <PublicLinks />
          {domain.contact_email && (
            <span>
              {t('help')} <Anchor href={`mailto:${domain.contact_email}`}>{domain.contact_email}</Anchor>
            </span>
          )}
        </footer>
      </div>
      <div className={classes.art} aria-hidden>
        <RouteArt />
      </div>
    </div>
  )
}

/** A parcel's way across the map: arcs between ports, in shades of the brand. */
function RouteArt() {
  return (
    <svg
      viewBox="0 0 600 800"
      preserveAspectRatio="xMidYMid slice"
      className={classes.drawing}
      aria-hidden="true"
    >
      <defs>
        <pattern id="dots" width="22" height="22" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r="1.4" fill="currentColor" opacity="0.28" />
        </pattern>
      </defs>
      <rect width="600" height="800" fill="url(#dots)" />
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        <path d="M90 640C160 420 330 330 500 300" strokeWidth="2.5" opacity="0.9" />
        <path d="M90 640c150-60 300-40 420 40" strokeWidth="2" opacity="0.45" strokeDasharray="3 9" />
        <path d="M500 300C430 200 300 130 150 150" strokeWidth="2" opacity="0.6" strokeDasharray="3 9" />
        <path d="M150 150C90 300 60 470 90 640" strokeWidth="1.5" opacity="0.35" />
      </g>
      <g fill="currentColor">
        <circle cx="90" cy="640" r="9" />
        <circle cx="500" cy="300" r="9" />
        <circle cx="150" cy="150" r="7" opacity="0.8" />
        <circle cx="510" cy="680" r="6" opacity="0.6" />
      </g>
      <g
        transform="translate(262 372) rotate(-24)"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinejoin="round"
      >
        <path d="M0 18 36 0l36 18v40L36 76 0 58z" className={classes.parcel} />
        <path d="M0 18 36 36 72 18M36 36v40M18 9l36 18" fill="none" />
      </g>
    </svg>
  )
}
