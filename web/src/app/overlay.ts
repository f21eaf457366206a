/** Overlays of the page: one at a time, each loaded when it is first opened. */
export type Overlay = 'palette' | 'keys' | 'menu' | 'processes' | 'notifications'

export type OverlayProps = {
  opened: boolean
  onClose(): void
  /** Goes on to another overlay. */
  onOpen(overlay: Overlay): void
}
