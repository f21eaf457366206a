import { ActionIcon, Tooltip } from '@mantine/core'
import { useClickOutside, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'
import { Logo, LogoMark } from './Logo'
import classes from './SideBar.module.css'
import { SideMenu } from './SideMenu'

const STORAGE_KEY = 'remessa-nav'

/** As in the style sheet: there the menu is a rail, and whole only while it lies over the page. */
const TIGHT = '(width < 62.5em)'

/** The width lives on the document, where `boot.js` has put it before the first paint. */
function useWidth() {
  const page = document.documentElement
  const isTight = useMediaQuery(TIGHT, undefined, { getInitialValueInEffect: false })
  const [narrow, setNarrow] = useState(page.dataset.nav === 'mini')
  const [isOver, setOver] = useState(false)

  function toggle() {
    if (isTight) return setOver(!isOver)
    const next = narrow ? 'full' : 'mini'
    page.dataset.nav = next
    localStorage.setItem(STORAGE_KEY, next)
    setNarrow(!narrow)
  }
  return {
    narrow: isTight ? !isOver : narrow,
    isOver: isTight && isOver,
    toggle,
    close: () => setOver(false),
  }
}

/** The menu beside the page: whole, or a rail of icons. A phone has a drawer instead. */
export function SideBar() {
  const { t } = useTranslation('shell')
  const { domain } = useSite()
  const { narrow, isOver, toggle, close } = useWidth()
  const panel = useClickOutside<HTMLDivElement>(close)
  const button = useRef<HTMLButtonElement>(null)
  const Arrow = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = t(narrow ? 'menu.expand' : 'menu.collapse')

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOver) return
    close()
    button.current?.focus()
  }

  // It closes when the user opens another page.
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (isOver && !currentTarget.contains(relatedTarget)) close()
  }

  return (
    <nav
      className={classes.bar}
      data-tour="menu"
      aria-label={t('menu.label')}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {isOver && <div className={classes.shade} />}
      <div ref={panel} className={classes.panel} data-over={isOver || undefined}>
        <AppLink to={paths.home()} className={classes.logo} aria-label={t('home', { company: domain.name })}>
          {narrow ? <LogoMark /> : <Logo />}
        </AppLink>
        <SideMenu narrow={narrow} onFollow={close} />
        <Tooltip label={label} position="right" disabled={!narrow}>
          <ActionIcon
            ref={button}
            className={classes.toggle}
            size="lg"
            aria-label={label}
            aria-expanded={!narrow}
            onClick={toggle}
          >
            <Arrow size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </nav>
  )
}
