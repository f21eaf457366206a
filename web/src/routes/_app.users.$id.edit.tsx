import { createFileRoute } from '@tanstack/react-router'
import { UserForm } from '@/features/users/UserForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/users/$id/edit')({
  loader: () => loadTexts('users', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <UserForm key={id} id={id} />
}
