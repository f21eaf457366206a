import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DepartmentForm } from '@/features/ticket-settings/DepartmentForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-departments/new')({
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="support_department.create">
      <DepartmentForm />
    </Permitted>
  )
}
