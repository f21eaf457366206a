import { useEffect } from 'react'

let site = 'Remessa'

/** The tenant's name, known once at start. */
export function setSiteName(name: string) {
  site = name
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = title === site ? site : `${title} · ${site}`
  }, [title])
}
