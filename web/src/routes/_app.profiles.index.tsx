import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { profileList } from '@/features/profiles/list'
import { ProfilesPage } from '@/features/profiles/ProfilesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/profiles/')({
  validateSearch: profileList.validate,
  search: { middlewares: [stripSearchParams(profileList.defaults)] },
  loader: () => loadTexts('profiles'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="profiles" right="user_profile.list">
      <ProfilesPage />
    </OnMenu>
  )
}
