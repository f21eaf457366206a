import type { ReactNode } from 'react'
import type { Profile } from '@/api/schema'
import { useProfile } from '@/context/session'
import { Refused } from './ErrorPage'

type PermittedProps = { to: keyof Profile['can']; children: ReactNode }

/** A page that nothing leads to without the permission; who has its address all the same is told. */
export function Permitted({ to, children }: PermittedProps) {
  const { can } = useProfile()
  return can[to] ? children : <Refused right={to} />
}
