import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ErrorComponentProps } from '@tanstack/react-router'
import { CrashPage } from '@/app/ErrorPage'
import { Root } from '@/app/Root'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: Crash,
})

/** Here no shell gives the page its frame. */
function Crash(props: ErrorComponentProps) {
  return (
    <main>
      <CrashPage {...props} />
    </main>
  )
}
