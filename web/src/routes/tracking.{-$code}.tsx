import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/tracking/')({ codeSplitGroupings: [], component: Page })

function Page() {
  const { Page } = Route.useRouteContext()
  return <Page />
}
