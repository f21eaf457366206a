import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSite } from '@/context/site'
import type { Contact } from '@/features/tracking/visitor/MissingCard'
import { MOST_TRACKED, splitCodes } from '@/shared/tracking/codes'

const route = getRouteApi('/tracking/{-$code}')

/** The codes of the address, and a way to ask for others. A single code has an address of its own. */
export function useTrackedCodes() {
  const { code } = route.useParams()
  const { codes } = route.useSearch()
  const navigate = useNavigate()
  return {
    codes: useMemo(() => splitCodes(code ?? codes).slice(0, MOST_TRACKED), [code, codes]),
    onSearch: useCallback(
      (next: string[]) =>
        void navigate({
          to: '/tracking/{-$code}',
          params: { code: next.length === 1 ? next[0] : undefined },
          search: (now) => ({ ...now, codes: next.length === 1 ? '' : next.join(',') }),
          resetScroll: false,
        }),
      [navigate],
    ),
  }
}

export function useContact(): Contact {
  const { domain } = useSite()
  return { company: domain.name, email: domain.contact_email, phone: domain.contact_phone }
}
