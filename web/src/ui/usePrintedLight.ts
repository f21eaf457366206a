import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Paper is white: a page read in the dark scheme is printed in the light one. */
export function usePrintedLight() {
  useEffect(() => {
    const page = document.documentElement
    let read = page.getAttribute(SCHEME)
    function before() {
      read = page.getAttribute(SCHEME)
      page.setAttribute(SCHEME, 'light')
    }
    function after() {
      if (read) page.setAttribute(SCHEME, read)
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}
