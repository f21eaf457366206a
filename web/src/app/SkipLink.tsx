import { useTranslation } from 'react-i18next'
import classes from './SkipLink.module.css'

/** The first stop of the keyboard: past the menus, to what the page is about. */
export function SkipLink() {
  const { t } = useTranslation('shell')
  return (
    <a href="#main" className={classes.skip}>
      {t('skip')}
    </a>
  )
}
