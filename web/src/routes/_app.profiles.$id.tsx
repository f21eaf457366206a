import { createFileRoute } from '@tanstack/react-router'
import { ProfileForm } from '@/features/profiles/ProfileForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/profiles/$id')({
  loader: () => loadTexts('profiles', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ProfileForm key={id} id={id} />
}
