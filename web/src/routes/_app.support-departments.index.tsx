import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { DepartmentsPage } from '@/features/ticket-settings/DepartmentsPage'
import { departmentList } from '@/features/ticket-settings/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-departments/')({
  validateSearch: departmentList.validate,
  search: { middlewares: [stripSearchParams(departmentList.defaults)] },
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="support_departments" right="support_department.list">
      <DepartmentsPage />
    </OnMenu>
  )
}
