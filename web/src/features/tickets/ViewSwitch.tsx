import { Button } from '@mantine/core'
import { IconLayoutKanban, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import classes from './Board.module.css'

const VIEWS = [
  { view: 'list', to: paths['supports.index'](), icon: IconList },
  { view: 'board', to: paths['supports.board'](), icon: IconLayoutKanban },
] as const

/** The list of tickets, or their board. */
export function ViewSwitch({ view: here }: { view: 'list' | 'board' }) {
  const { t } = useTranslation('tickets')
  return (
    <nav aria-label={t('views')}>
      <Button.Group>
        {VIEWS.map(({ view, to, icon: ViewIcon }) => (
          <Button
            key={view}
            component={AppLink}
            to={to}
            variant={view === here ? 'light' : 'default'}
            className={classes.view}
            classNames={ICON_ON_PHONE}
            aria-current={view === here ? 'page' : undefined}
            leftSection={<ViewIcon size={16} aria-hidden />}
          >
            {t(`view.${view}`)}
          </Button>
        ))}
      </Button.Group>
    </nav>
  )
}
