import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useProfile } from '@/context/session'
import { useRoomToOpen } from '@/shared/messenger/room-to-open'
import classes from './Messenger.module.css'
import { Panel } from './Panel'
import { RoomWindow } from './RoomWindow'
import { useWindows } from './useWindows'

const PHONE = '(width < 48em)'

/** The room that was opened last by hand, and the message to show in it. */
type Asked = { id: string; at: number; seq?: number }

/** The panel with the rooms, and the window of each open room. On a phone one of them fills the screen. */
export default function Messenger({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { id } = useProfile()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const { windows, open, close, minimise, resize } = useWindows(id)
  const [asked, setAsked] = useState<Asked>()
  const panel = useRef<HTMLDivElement>(null)
  const roomToOpen = useRoomToOpen()
  useEffect(() => {
    if (!roomToOpen) return
    open(roomToOpen.id)
    setAsked(roomToOpen)
  }, [roomToOpen, open])
  if (!opened) return null
  // On a phone, the room opened last is in front of the panel.
  const front = windows.findLast(({ state }) => state === 'open')
  const shown = isPhone ? windows.filter((window) => window === front) : windows

  function show(roomId: string, seq?: number) {
    open(roomId)
    setAsked({ id: roomId, at: Date.now(), ...(seq !== undefined && { seq }) })
  }

  function leave(roomId: string) {
    if (isPhone) for (const window of windows) close(window.id)
    close(roomId)
    requestAnimationFrame(() => focusOf(panel.current, roomId)?.focus())
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    onClose()
    document.getElementById('messenger-button')?.focus()
  }

  return (
    <div className={classes.dock} data-messenger data-phone={isPhone || undefined}>
      {!(isPhone && front) && (
        <div ref={panel} className={classes.panelPlace}>
          <Panel onKeyDown={onKeyDown} onClose={onClose} onOpen={show} />
        </div>
      )}
      {shown.map((window) => (
        <RoomWindow
          key={window.id}
          window={window}
          isPhone={isPhone ?? false}
          {...(asked?.id === window.id && { asked })}
          onClose={() => leave(window.id)}
          onMinimise={() => minimise(window.id)}
          onOpen={() => show(window.id)}
          onResize={() => resize(window.id)}
        />
      ))}
    </div>
  )
}

/** The room in the panel, where the keyboard goes on when its window is closed. */
const focusOf = (panel: HTMLElement | null, roomId: string) =>
  panel?.querySelector<HTMLElement>(`[data-room="${roomId}"]`) ?? panel?.querySelector<HTMLElement>('input')
