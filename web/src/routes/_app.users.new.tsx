import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { UserForm } from '@/features/users/UserForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/users/new')({
  loader: () => loadTexts('users', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="user.create">
      <UserForm />
    </Permitted>
  )
}
