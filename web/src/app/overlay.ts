/** What lies over the page; one at a time, each fetched when it is first asked for. */
export type Overlay = 'palette' | 'keys' | 'menu' | 'processes'

export type OverlayProps = {
  opened: boolean
  onClose(): void
  /** Goes on to another overlay. */
  onOpen(overlay: Overlay): void
}
