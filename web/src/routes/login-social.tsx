import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PagePending } from '@/blocks/PagePending'
import { comeBack } from '@/features/sign-in/social/come-back'
import { loadTexts } from '@/i18n'

/** Where providers send people back to: nothing is shown but that something goes on. */
export const Route = createFileRoute('/login-social')({
  loader: () => loadTexts('sign-in', 'codes'),
  component: ComeBack,
})

function ComeBack() {
  const { queryClient } = Route.useRouteContext()
  const router = useRouter()
  // The callback works once.
  const isUnderWay = useRef(false)

  useEffect(() => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const brought = Object.fromEntries(new URLSearchParams(window.location.search))
    void comeBack(queryClient, brought).then(({ href, ...state }) =>
      router.navigate({ href, replace: true, state }),
    )
  }, [queryClient, router])

  return <PagePending />
}
