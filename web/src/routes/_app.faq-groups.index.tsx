import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { GroupsPage } from '@/features/faq-settings/GroupsPage'
import { faqGroupList } from '@/features/faq-settings/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/faq-groups/')({
  validateSearch: faqGroupList.validate,
  search: { middlewares: [stripSearchParams(faqGroupList.defaults)] },
  loader: () => loadTexts('faq-settings', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="faq_questions" right="faq_group.list">
      <GroupsPage />
    </OnMenu>
  )
}
