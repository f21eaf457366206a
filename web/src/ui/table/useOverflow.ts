import { type RefObject, useEffect, useState } from 'react'

/** Whether the content of an element is wider than the element. */
export function useOverflow(ref: RefObject<HTMLElement | null>) {
  const [overflowing, setOverflowing] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const content = element.firstElementChild?.scrollWidth ?? 0
      setOverflowing(content > element.clientWidth)
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [ref])
  return overflowing
}
