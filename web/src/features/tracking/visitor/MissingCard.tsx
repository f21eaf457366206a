import { Anchor } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { doubtAbout } from '@/shared/tracking/codes'
import classes from './TrackedCard.module.css'

/** How to reach the company; what it has not told is null. */
export type Contact = { company: string; email: string | null; phone: string | null }

type MissingCardProps = { code: string; contact: Contact; title: 'h1' | 'h2' }

/** A code that nobody here knows: what it may be, and whom to ask. */
export function MissingCard({ code, contact, title: Heading }: MissingCardProps) {
  const { t } = useTranslation('tracking')
  const heading = useId()
  const doubt = doubtAbout(code)
  return (
    <article aria-labelledby={heading} className={`${classes.card} ${classes.missing}`}>
      <header className={classes.head}>
        <IconSearchOff size={20} stroke={1.75} aria-hidden />
        <Heading id={heading} tabIndex={-1} className={classes.code}>
          {code}
        </Heading>
      </header>
      <p>
        {doubt === 'digits' ? (
          // A code that cannot be right is not one that comes later.
          <>
            <b>{t('missing.digits')}</b> {t('missing.title')}{' '}
          </>
        ) : (
          <>
            <b>{t('missing.title')}</b> {t('missing.text')} {doubt && t('missing.form')}{' '}
          </>
        )}
        {contact.email ? (
          <>
            {t('missing.ask', { company: contact.company })}{' '}
            <Anchor href={`mailto:${contact.email}`} inherit underline="always">
              {contact.email}
            </Anchor>
          </>
        ) : null}
      </p>
    </article>
  )
}
