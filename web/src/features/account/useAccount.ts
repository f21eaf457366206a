import { useQueryClient } from '@tanstack/react-query'
import { invalidateProfileShow } from '@/api/generated/endpoints/account/account'
import { invalidateAccountShow, useAccountShow } from '@/api/generated/endpoints/my-account/my-account'

/** The account as it is now: a form never opens with what a page showed a while ago. */
export function useAccount() {
  const result = useAccountShow({ query: { staleTime: 0, refetchOnWindowFocus: false } })
  const isFresh = result.isFetchedAfterMount
  return { result, account: isFresh ? result.data?.data : undefined }
}

/** After a change: the tab, and what the shell shows of it. */
export function useRefreshAccount() {
  const queryClient = useQueryClient()
  return () => Promise.all([invalidateAccountShow(queryClient), invalidateProfileShow(queryClient)])
}
