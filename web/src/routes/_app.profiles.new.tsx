import { createFileRoute } from '@tanstack/react-router'
import { ProfileForm } from '@/features/profiles/ProfileForm'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

export const Route = createFileRoute('/_app/profiles/new')({
  validateSearch: (raw: { from?: unknown }): { from?: string } => ({ from: recordId(raw.from) }),
  loader: () => loadTexts('profiles', 'codes'),
  component: Create,
})

function Create() {
  const { from } = Route.useSearch()
  return <ProfileForm key={from} from={from} />
}
