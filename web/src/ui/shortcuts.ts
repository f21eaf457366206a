import { useEffect, useRef } from 'react'

const OFF_KEY = 'remessa-single-keys-off'

/** Single keys disturb some people's speech input or switch control, so they can be switched off (WCAG 2.1.4). */
export const singleKeysOn = () => localStorage.getItem(OFF_KEY) === null

export function setSingleKeys(on: boolean) {
  if (on) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, '1')
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox'

const inOverlay = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

type Handler = (event: KeyboardEvent) => void

/** Keys without Ctrl, Alt or Meta ('j', '/', 'Enter'), for as long as the component stands. */
export function useShortcuts(keys: Record<string, Handler>) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const handler = latest.current[event.key]
      if (!handler || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || inOverlay(event.target)) return
      if (event.key.length === 1 && !singleKeysOn()) return
      handler(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
