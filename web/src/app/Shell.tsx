import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { SIGNED_IN_TOAST } from '@/context/enter'
import { useProfile } from '@/context/session'
import { loadTexts } from '@/i18n'
import { useLive } from '@/live/useLive'
import { useRoomToOpen } from '@/shared/messenger/room-to-open'
import { notify } from '@/ui/dialogs/notify'
import { ShowProcessesContext, useOpened } from '@/ui/dialogs/overlay'
import { setDraftOwner } from '@/ui/form/draft'
import { onceOnline } from '@/ui/once-online'
import { OfflineBanner } from './OfflineBanner'
import type { Overlay, OverlayProps } from './overlay'
import classes from './Shell.module.css'
import { SideBar } from './SideBar'
import { SkipLink } from './SkipLink'
import { SwitchBar } from './SwitchBar'
import { TopBar } from './TopBar'
import { useGlobalKeys } from './useGlobalKeys'
import { useStartUp } from './useStartUp'
import { whenIdle } from './when-idle'

const loadPalette = () => onceOnline(() => import('./CommandPalette'))
const CommandPalette = lazy(loadPalette)
const CheatSheet = lazy(() =>
  onceOnline(async () => {
    const [sheet] = await Promise.all([import('./CheatSheet'), loadTexts('shortcuts')])
    return sheet
  }),
)
const ConsentDialog = lazy(() => onceOnline(() => import('./ConsentDialog')))
const MobileMenu = lazy(() => onceOnline(() => import('./MobileMenu')))
const ProcessesDrawer = lazy(() => onceOnline(() => import('@/features/processes/ProcessesDrawer')))

const Messenger = lazy(() => onceOnline(() => import('@/features/messenger/Messenger')))

const NotificationsDrawer = lazy(() =>
  onceOnline(() => import('@/features/notifications/NotificationsDrawer')),
)

const OVERLAYS = {
  palette: CommandPalette,
  keys: CheatSheet,
  menu: MobileMenu,
  processes: ProcessesDrawer,
  notifications: NotificationsDrawer,
}

type ShellProps = {
  /** A page that also exists outside the frame; otherwise the one of the address. */
  children?: ReactNode
}

/** The frame of every page behind the sign-in. */
export function Shell({ children }: ShellProps) {
  // Before a page is drawn: forms look for their drafts on their first drawing.
  const { id, can, consents_due } = useProfile()
  setDraftOwner(id)
  useLive(id)
  const [overlay, open] = useState<Overlay>()
  const messenger = useMessenger()
  const [seen, setSeen] = useState<Overlay[]>([])
  useGlobalKeys({ palette: () => show('palette'), keys: () => show('keys') })
  useFocusOnArrival(overlay !== undefined)
  // The toast of the sign-in ends when the shell is there.
  useEffect(() => {
    notify.hide(SIGNED_IN_TOAST)
  }, [])
  // Users type as soon as they open the palette, so it is loaded in advance.
  useEffect(() => whenIdle(() => void loadPalette().catch(() => {})), [])
  useStartUp()

  function show(name: Overlay) {
    if (!seen.includes(name)) setSeen([...seen, name])
    open(name)
  }

  return (
    <div className={classes.shell}>
      <SkipLink />
      <SideBar />
      <div className={classes.body}>
        <SwitchBar />
        <TopBar
          onOpen={show}
          messenger={messenger.shown}
          onMessenger={messenger.toggle}
          onMessages={messenger.show}
        />
        <OfflineBanner />
        <main id="main" tabIndex={-1} className={classes.main}>
          <ShowProcessesContext value={() => show('processes')}>
            {children ?? <Outlet />}
          </ShowProcessesContext>
        </main>
      </div>
      {messenger.shown && can['room.list'] && (
        <Suspense>
          <Messenger opened onClose={messenger.toggle} />
        </Suspense>
      )}
      {consents_due.length > 0 && (
        <Suspense>
          <ConsentDialog due={consents_due} />
        </Suspense>
      )}
      {seen.map((name) => (
        <Suspense key={name}>
          <OverlayHost name={name} opened={overlay === name} onClose={() => open(undefined)} onOpen={show} />
        </Suspense>
      ))}
    </div>
  )
}

function OverlayHost({ name, opened, ...rest }: OverlayProps & { name: Overlay }) {
  const Content = OVERLAYS[name]
  return <Content {...rest} opened={useOpened(opened)} />
}

const MESSENGER = 'remessa-messenger'

/** Whether the messenger is shown; a reload of the page keeps it. */
function useMessenger() {
  const roomToOpen = useRoomToOpen()
  const [shown, setShown] = useState(() => sessionStorage.getItem(MESSENGER) === 'true')
  useEffect(() => {
    if (roomToOpen) setShown(true)
  }, [roomToOpen])
  useEffect(() => sessionStorage.setItem(MESSENGER, String(shown)), [shown])
  return { shown, toggle: () => setShown(!shown), show: () => setShown(true) }
}

/**
 * After a navigation the focus goes to the page's title, so that a screen reader says where we are. A field that
 * the page begins with keeps it: the router may tell later than the form was there. So does what was opened above the page.
 */
function useFocusOnArrival(isCovered: boolean) {
  const router = useRouter()
  const covered = useRef(isCovered)
  useEffect(() => {
    covered.current = isCovered
  })
  useEffect(() => {
    let before: Element | null = null
    const subscriptions = [
      router.subscribe('onBeforeNavigate', () => {
        before = document.activeElement
      }),
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation || covered.current) return
        const now = document.activeElement
        if (now !== before && now?.matches('main :is(input, textarea, select)')) return
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      }),
    ]
    return () => {
      for (const end of subscriptions) end()
    }
  }, [router])
}
