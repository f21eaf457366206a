import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { GroupForm } from '@/features/faq-settings/GroupForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/faq-groups/new')({
  loader: () => loadTexts('faq-settings', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="faq_group.create">
      <GroupForm />
    </Permitted>
  )
}
