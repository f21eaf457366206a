import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { TemplateForm } from '@/features/ticket-settings/TemplateForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-templates/new')({
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="support_template.create">
      <TemplateForm />
    </Permitted>
  )
}
