import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { userList } from '@/features/users/list'
import { UsersPage } from '@/features/users/UsersPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/users/')({
  validateSearch: userList.validate,
  search: { middlewares: [stripSearchParams(userList.defaults)] },
  loader: () => loadTexts('users', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="users" right="user.list">
      <UsersPage />
    </OnMenu>
  )
}
