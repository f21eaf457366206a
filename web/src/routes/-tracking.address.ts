import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSite } from '@/app/site'
import { splitCodes } from '@/features/tracking/codes'
import type { Contact } from '@/features/tracking/MissingCard'

const route = getRouteApi('/tracking')

/** The codes of the address, and a way to ask for others. */
export function useTrackedCodes() {
  const { codes } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    codes: useMemo(() => splitCodes(codes), [codes]),
    onSearch: useCallback(
      (next: string[]) =>
        void navigate({
          to: '/tracking',
          search: (now) => ({ ...now, codes: next.join(',') }),
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
