import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { QuestionForm } from '@/features/faq-settings/QuestionForm'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

/** From the list of a group, the question is for that group. */
export const Route = createFileRoute('/_app/faq-questions/new')({
  validateSearch: (raw: { faq_group_id?: unknown }): { faq_group_id?: string } => {
    const id = recordId(raw.faq_group_id)
    return id ? { faq_group_id: id } : {}
  },
  loader: () => loadTexts('faq-settings', 'codes'),
  component: Create,
})

function Create() {
  const { faq_group_id } = Route.useSearch()
  return (
    <Permitted to="faq_question.create">
      <QuestionForm key={faq_group_id} groupId={faq_group_id} />
    </Permitted>
  )
}
