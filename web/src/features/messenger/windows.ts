/** The windows of rooms, from the panel outwards: the first is beside the panel. */
export type RoomWindow = { id: string; state: 'open' | 'minimised'; expanded: boolean }

/** Widths of the panel and of a window, for fitting them into the page. */
const BASE_WIDTH = 244
const WIDTHS = { minimised: 324, open: 364, expanded: 524 } as const

const widthOf = ({ state, expanded }: RoomWindow) =>
  state === 'minimised' ? WIDTHS.minimised : expanded ? WIDTHS.expanded : WIDTHS.open

const widthOfAll = (windows: RoomWindow[]) =>
  windows.reduce((sum, window) => sum + widthOf(window), BASE_WIDTH)

/** Closes the last shown rooms until the others fit. The kept one stays, however narrow the page is. */
export function fitted(windows: RoomWindow[], pageWidth: number, keptId?: string): RoomWindow[] {
  if (windows.length <= 1 || widthOfAll(windows) <= pageWidth) return windows
  const last = windows.findLast(({ id }) => id !== keptId)
  return fitted(
    windows.filter((window) => window !== last),
    pageWidth,
    keptId,
  )
}

/** Opens a room, or brings a minimised one back. One that would overflow the page closes the last shown room. */
export function open(windows: RoomWindow[], id: string, pageWidth: number): RoomWindow[] {
  const isShown = windows.some((window) => window.id === id)
  const next: RoomWindow[] = isShown
    ? windows.map((window) => (window.id === id ? { ...window, state: 'open' } : window))
    : [...windows, { id, state: 'open', expanded: false }]
  return fitted(next, pageWidth, id)
}

export const close = (windows: RoomWindow[], id: string) => windows.filter((window) => window.id !== id)

export const minimise = (windows: RoomWindow[], id: string): RoomWindow[] =>
  windows.map((window) => (window.id === id ? { ...window, state: 'minimised' } : window))

/** Makes a window larger, or normal again. */
export function resize(windows: RoomWindow[], id: string, pageWidth: number): RoomWindow[] {
  const next = windows.map((window) =>
    window.id === id ? { ...window, expanded: !window.expanded } : window,
  )
  return fitted(next, pageWidth, id)
}
