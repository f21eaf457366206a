import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { userList } from '@/features/users/list'
import { UsersPage } from '@/features/users/UsersPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/users/')({
  validateSearch: userList.validate,
  search: { middlewares: [stripSearchParams(userList.defaults)] },
  loader: () => loadTexts('users', 'codes'),
  component: UsersPage,
})
