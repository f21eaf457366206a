import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { AssignmentsPage } from '@/features/price-assignments/AssignmentsPage'
import { priceAssignmentList } from '@/features/price-assignments/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/price-assignments/')({
  validateSearch: priceAssignmentList.validate,
  search: { middlewares: [stripSearchParams(priceAssignmentList.defaults)] },
  loader: () => loadTexts('price-assignments', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="price_assignments" right="price_assignment.list">
      <AssignmentsPage />
    </OnMenu>
  )
}
