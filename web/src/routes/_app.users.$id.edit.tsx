import { createFileRoute } from '@tanstack/react-router'
import { UserEditPage } from '@/features/users/UserEditPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/users/$id/edit')({
  loader: () => loadTexts('users', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <UserEditPage key={id} id={id} />
}
