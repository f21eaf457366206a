import { createFileRoute } from '@tanstack/react-router'
import { useProfile } from '@/app/session'
import { ExplainPanel } from '@/features/profiles/ExplainPanel'
import { UserPage } from '@/features/users/UserPage'

export const Route = createFileRoute('/_app/users/$id/')({ component: Show })

function Show() {
  const { id } = Route.useParams()
  const { menu } = useProfile()
  return <UserPage id={id}>{menu.profiles && <ExplainPanel userId={id} />}</UserPage>
}
