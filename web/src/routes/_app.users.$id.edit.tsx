import { createFileRoute } from '@tanstack/react-router'
import { UserEditPage } from '@/features/users/UserEditPage'

export const Route = createFileRoute('/_app/users/$id/edit')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  return <UserEditPage key={id} id={id} />
}
