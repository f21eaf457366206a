import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { subjectList } from '@/features/ticket-settings/list'
import { SubjectsPage } from '@/features/ticket-settings/SubjectsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-subjects/')({
  validateSearch: subjectList.validate,
  search: { middlewares: [stripSearchParams(subjectList.defaults)] },
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="support_subjects" right="support_subject.list">
      <SubjectsPage />
    </OnMenu>
  )
}
