import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AppLink } from '@/ui/AppLink'
import { menuFor } from './menu'
import classes from './SideMenu.module.css'
import { useProfile } from './session'

type SideMenuProps = { narrow?: boolean; onFollow?(): void }

export function SideMenu({ narrow = false, onFollow }: SideMenuProps) {
  const { t } = useTranslation('shell')
  const { menu } = useProfile()
  const entries = menuFor(menu)
  return (
    <ul className={classes.list}>
      {entries.map((entry, at) => (
        <li key={entry.label}>
          {entry.group && entry.group !== entries[at - 1]?.group && (
            <span className={classes.group} data-narrow={narrow || undefined}>
              {t(entry.group)}
            </span>
          )}
          <Tooltip label={t(entry.label)} position="right" disabled={!narrow}>
            <AppLink
              to={entry.to}
              className={classes.link}
              data-narrow={narrow || undefined}
              aria-label={narrow ? t(entry.label) : undefined}
              onClick={onFollow}
            >
              <entry.icon size={20} stroke={1.6} aria-hidden />
              {!narrow && <span>{t(entry.label)}</span>}
            </AppLink>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
