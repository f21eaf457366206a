import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '@/ui/AppLink'
import { Logo, LogoMark } from './Logo'
import { paths } from './paths'
import classes from './SideBar.module.css'
import { SideMenu } from './SideMenu'
import { useSite } from './site'

const STORAGE_KEY = 'remessa-nav'

/** The width lives on the document, where `boot.js` has put it before the first paint. */
function useNarrow() {
  const page = document.documentElement
  const [narrow, setNarrow] = useState(page.dataset.nav === 'mini')
  function toggle() {
    const next = narrow ? 'full' : 'mini'
    page.dataset.nav = next
    localStorage.setItem(STORAGE_KEY, next)
    setNarrow(!narrow)
  }
  return { narrow, toggle }
}

/** The menu beside the page; a phone has a drawer instead. */
export function SideBar() {
  const { t } = useTranslation('shell')
  const { domain } = useSite()
  const { narrow, toggle } = useNarrow()
  const Arrow = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = t(narrow ? 'menu.expand' : 'menu.collapse')
  return (
    <nav className={classes.bar} aria-label={t('menu.label')}>
      <AppLink to={paths.home()} className={classes.logo} aria-label={t('home', { company: domain.name })}>
        {narrow ? <LogoMark /> : <Logo />}
      </AppLink>
      <SideMenu narrow={narrow} />
      <Tooltip label={label} position="right" disabled={!narrow}>
        <ActionIcon
          className={classes.toggle}
          size="lg"
          aria-label={label}
          aria-expanded={!narrow}
          onClick={toggle}
        >
          <Arrow size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </nav>
  )
}
