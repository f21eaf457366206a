import { createFileRoute } from '@tanstack/react-router'
import { ExplainPanel } from '@/features/profiles/ExplainPanel'
import { UserPage } from '@/features/users/UserPage'

export const Route = createFileRoute('/_app/users/$id/')({ component: Show })

function Show() {
  const { id } = Route.useParams()
  return (
    <UserPage id={id}>
      <ExplainPanel userId={id} />
    </UserPage>
  )
}
