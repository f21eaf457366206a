import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { SubjectForm } from '@/features/ticket-settings/SubjectForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-subjects/new')({
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="support_subject.create">
      <SubjectForm />
    </Permitted>
  )
}
