import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { profileList } from '@/features/profiles/list'
import { ProfilesPage } from '@/features/profiles/ProfilesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/profiles/')({
  validateSearch: profileList.validate,
  search: { middlewares: [stripSearchParams(profileList.defaults)] },
  loader: () => loadTexts('profiles'),
  component: ProfilesPage,
})
