import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineBanner } from './OfflineBanner'
import type { Overlay } from './overlay'
import classes from './Shell.module.css'
import { SideBar } from './SideBar'
import { TopBar } from './TopBar'
import { useGlobalKeys } from './useGlobalKeys'

const CommandPalette = lazy(() => import('./CommandPalette'))
const CheatSheet = lazy(() => import('./CheatSheet'))
const MobileMenu = lazy(() => import('./MobileMenu'))

const OVERLAYS = { palette: CommandPalette, keys: CheatSheet, menu: MobileMenu }

/** The frame of every page behind the sign-in. */
export function Shell() {
  const { t } = useTranslation('shell')
  const [overlay, open] = useState<Overlay>()
  const [seen, setSeen] = useState<Overlay[]>([])
  useGlobalKeys({ palette: () => show('palette'), keys: () => show('keys') })
  useFocusOnArrival()

  function show(name: Overlay) {
    if (!seen.includes(name)) setSeen([...seen, name])
    open(name)
  }

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <SideBar />
      <div className={classes.body}>
        <TopBar onOpen={show} />
        <OfflineBanner />
        <main id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
      {seen.map((name) => {
        const Opened = OVERLAYS[name]
        return (
          <Suspense key={name}>
            <Opened opened={overlay === name} onClose={() => open(undefined)} onOpen={show} />
          </Suspense>
        )
      })}
    </div>
  )
}

/** After a navigation the focus goes to the page's title, so that a screen reader says where we are. */
function useFocusOnArrival() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
