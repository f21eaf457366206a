import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { AssignmentForm } from '@/features/price-assignments/AssignmentForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/price-assignments/new')({
  loader: () => loadTexts('price-assignments', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="price_assignment.create">
      <AssignmentForm />
    </Permitted>
  )
}
