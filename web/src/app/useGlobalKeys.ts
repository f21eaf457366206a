import { useEffect, useRef } from 'react'
import { useShortcuts } from '@/ui/shortcuts'

/** Ctrl/Cmd+K and '?', everywhere. */
export function useGlobalKeys({ palette, keys }: { palette(): void; keys(): void }) {
  useShortcuts({ '?': keys })
  const latest = useRef(palette)
  useEffect(() => {
    latest.current = palette
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
