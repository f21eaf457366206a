import type { ReactNode } from 'react'

/** The second line of a cell; nothing where a row has none. */
export function Below({ className, children }: { className: string | undefined; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === false || children === ''
  return isEmpty ? null : <div className={className}>{children}</div>
}
