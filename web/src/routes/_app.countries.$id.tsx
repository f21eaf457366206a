import { createFileRoute } from '@tanstack/react-router'
import { CountryForm } from '@/features/countries/CountryForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/countries/$id')({
  loader: () => loadTexts('countries', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <CountryForm key={id} id={id} />
}
