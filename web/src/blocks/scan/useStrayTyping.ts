import { type RefObject, useEffect } from 'react'
import { singleKeysOn } from '@/ui/shortcuts'

/** A scanner types wherever the focus happens to be; where nothing else takes letters, they come here. */
export function useStrayTyping(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!/^[a-z0-9]$/i.test(event.key) || isTaken(event.target) || !singleKeysOn()) return
      // Before the letter is typed, so that it lands in the field.
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}

const isTaken = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type="radio"], [type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]',
  ) !== null
