import { createFileRoute } from '@tanstack/react-router'
import { QuestionForm } from '@/features/faq-settings/QuestionForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/faq-questions/$id')({
  loader: () => loadTexts('faq-settings', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <QuestionForm key={id} id={id} />
}
