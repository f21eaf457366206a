import { createFileRoute } from '@tanstack/react-router'
import { ProfileEditPage } from '@/features/profiles/ProfileEditPage'

export const Route = createFileRoute('/_app/profiles/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  return <ProfileEditPage key={id} id={id} />
}
