import type { ReactNode } from 'react'
import type { Profile, ProfileMenu } from '@/api/schema'
import { useProfile } from '@/context/session'
import { NotFoundPage, Refused } from './ErrorPage'

type Right = keyof Profile['can']

type PermittedProps = {
  to: Right
  /** The entry with which the company switches the page off. */
  entry?: keyof ProfileMenu
  children: ReactNode
}

/**
 * A page that nothing leads to without the permission; who has its address all the same is told. Who may see the list and
 * lacks its entry works for a company that has switched it off: the page does not exist then, as its call does not.
 */
export function Permitted({ to, entry, children }: PermittedProps) {
  const { can, menu } = useProfile()
  if (!can[to]) return <Refused right={to} />
  const list = `${to.split('.')[0]}.list` as Right
  const isOff = entry !== undefined && !menu[entry] && can[list] === true
  return isOff ? <NotFoundPage /> : children
}
