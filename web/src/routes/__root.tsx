import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ErrorComponentProps } from '@tanstack/react-router'
import { Root } from '@/app/Root'
import { CrashPage } from '@/blocks/ErrorPage'

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
