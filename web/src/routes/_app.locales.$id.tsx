import { createFileRoute } from '@tanstack/react-router'
import { LocaleForm } from '@/features/locales/LocaleForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/locales/$id')({
  loader: () => loadTexts('locales', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <LocaleForm key={id} id={id} />
}
