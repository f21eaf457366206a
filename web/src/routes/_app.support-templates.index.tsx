import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { templateList } from '@/features/ticket-settings/list'
import { TemplatesPage } from '@/features/ticket-settings/TemplatesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-templates/')({
  validateSearch: templateList.validate,
  search: { middlewares: [stripSearchParams(templateList.defaults)] },
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="support_templates" right="support_template.list">
      <TemplatesPage />
    </OnMenu>
  )
}
