import { useEffect } from 'react'

let site = 'Remessa'

/** The tenant's name, known at start; a title that stands follows when it changes. */
export function setSiteName(name: string) {
  const { title } = document
  if (title.endsWith(site)) document.title = title.slice(0, title.length - site.length) + name
  site = name
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = title === site ? site : `${title} · ${site}`
  }, [title])
}
