import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/tracking/{-$code}')({ codeSplitGroupings: [], component: Page })

function Page() {
  const { Page } = Route.useRouteContext()
  return <Page />
}
