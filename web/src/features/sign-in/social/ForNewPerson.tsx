import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusOf } from '@/api/errors'
import { useCurrentPersonShow } from '@/api/generated/endpoints/social/social'
import type { CurrentPerson } from '@/api/schema'
import { PagePending } from '@/blocks/PagePending'
import { paths } from '@/context/paths'
import { problemOf } from './problem'

/** A page for whoever came back from a provider and is no user here yet; everybody else is at the sign-in. */
export function ForNewPerson({ children }: { children(person: CurrentPerson): ReactNode }) {
  const { data, error } = useCurrentPersonShow({
    // Asked once: when the account is made there is no such person any more, and the page says so by itself.
    query: { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
    request: { quiet: true },
  })
  if (data?.data.provider) return children(data.data)
  if (!data && !error) return <PagePending />
  const isNobody = !error || statusOf(error) === 401
  const problem = isNobody ? { code: 'social_not_completed' } : problemOf(error)
  return <Navigate to={paths.login()} replace state={{ problem }} />
}
