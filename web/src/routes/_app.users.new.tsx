import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/app/Permitted'
import { UserCreatePage } from '@/features/users/UserCreatePage'

export const Route = createFileRoute('/_app/users/new')({ component: Create })

function Create() {
  return (
    <Permitted to="user.create">
      <UserCreatePage />
    </Permitted>
  )
}
