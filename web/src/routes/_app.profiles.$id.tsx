import { createFileRoute } from '@tanstack/react-router'
import { ProfileForm } from '@/features/profiles/ProfileForm'
import { loadTexts } from '@/i18n'
import { words } from '@/ui/table/list-spec'

export const Route = createFileRoute('/_app/profiles/$id')({
  validateSearch: (raw: { right?: unknown }): { right?: string } => ({ right: words(raw.right) }),
  loader: () => loadTexts('profiles', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  const { right } = Route.useSearch()
  return <ProfileForm key={id} id={id} right={right} />
}
