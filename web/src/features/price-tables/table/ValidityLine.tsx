import { useTranslation } from 'react-i18next'
import type { PriceVersion } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { todayIn } from '@/ui/fields/birthday'
import { useFormat } from '@/ui/format'
import { useValidity } from '../useValidity'
import classes from './ValidityLine.module.css'
import { timeline } from './validity'

/** The days of the published versions on one line, with today. */
export function ValidityLine({ versions }: { versions: readonly PriceVersion[] }) {
  const { t } = useTranslation('price-tables')
  const validity = useValidity()
  const published = versions.filter(({ status, valid_from }) => status === 'published' && valid_from)
  const today = todayIn(useFormat().preferences.timeZone)
  const line = timeline(
    published.map(({ id, valid_from, valid_to }) => ({ id, from: valid_from ?? today, to: valid_to })),
    today,
  )
  if (!line) return null
  return (
    <nav className={classes.line} aria-label={t('validity.line')}>
      <span className={classes.today} style={{ insetInlineStart: `${line.today}%` }} aria-hidden />
      {line.bars.map(({ id, start, length, isOpen }) => {
        const version = published.find((one) => one.id === id)
        if (!version) return null
        const words = `${t('versionNumber', { number: version.number })} · ${validity(version)}`
        return (
          <AppLink
            key={id}
            to={paths['price_versions.show']({ table: version.price_table_id, id })}
            className={classes.bar}
            style={{ insetInlineStart: `${start}%`, inlineSize: `${length}%` }}
            data-open={isOpen || undefined}
            aria-label={words}
            title={words}
          >
            {t('versionNumber', { number: version.number })}
          </AppLink>
        )
      })}
    </nav>
  )
}
