import { createFileRoute } from '@tanstack/react-router'
import { ProfileEditPage } from '@/features/profiles/ProfileEditPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/profiles/$id')({
  loader: () => loadTexts('profiles', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ProfileEditPage key={id} id={id} />
}
