import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useTypeface } from './useTypeface'

/**
 * How many of `count` parts have room in one line of the element, which must not wrap while any is shown.
 * `content` names what stands there: with other words all are tried again.
 */
export function useFitting(ref: RefObject<HTMLElement | null>, count: number, content: string) {
  const [width, setWidth] = useState(0)
  const key = `${width} ${count} ${content} ${useTypeface()}`
  const [tried, setTried] = useState({ key, shown: count })
  const shown = tried.key === key ? tried.shown : count

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])

  // One part fewer at a time, before anything is painted.
  useLayoutEffect(() => {
    const element = ref.current
    if (element && shown > 0 && element.scrollWidth > element.clientWidth) setTried({ key, shown: shown - 1 })
  }, [ref, key, shown])

  return shown
}
