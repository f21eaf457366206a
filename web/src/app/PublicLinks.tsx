import { Anchor } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ownPath, towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'
import classes from './PublicLinks.module.css'

type Props = {
  /** The page that this one is behind the sign-in. */
  signedInTo?: string
}

/** What the company offers to anybody: each public page leads to the others. */
export function PublicLinks({ signedInTo }: Props) {
  const asked = useLocation({ select: ({ search }) => ownPath((search as { to?: unknown }).to) })
  const to = signedInTo ?? asked
  const { t } = useTranslation('shell')
  const { flags } = useSite().domain
  const links = [
    ...(flags.public_tracking === false ? [] : [{ to: paths.tracking(), label: t('public.track') }]),
    ...(flags.public_calculator ? [{ to: paths['calculator.public'](), label: t('menu.price') }] : []),
    ...(flags.public_faq ? [{ to: paths.faq(), label: t('public.faq') }] : []),
    { to: towards(paths.login(), to), label: t('public.signIn') },
    { to: towards(paths.register(), to), label: t('public.register') },
  ]
  return (
    <nav aria-label={t('public.label')} className={classes.links}>
      {links.map(({ to, label }) => (
        <Anchor key={to} component={AppLink} to={to} size="sm">
          {label}
        </Anchor>
      ))}
    </nav>
  )
}
