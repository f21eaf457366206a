import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

type RowLinkProps = { to: string; className: string | undefined; children: ReactNode }

/** Leads to the record of a row. A hundred links of the router would each work on every change of the address. */
export function RowLink({ to, className, children }: RowLinkProps) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to })

  function follow(event: MouseEvent) {
    const isForBrowser =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (isForBrowser) return
    event.preventDefault()
    void router.navigate({ to })
  }

  return (
    <a
      href={to}
      data-row-link
      className={className}
      onClick={follow}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  )
}
