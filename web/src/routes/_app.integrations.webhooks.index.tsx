import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { webhookList } from '@/features/webhooks/list'
import { WebhooksPage } from '@/features/webhooks/WebhooksPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/integrations/webhooks/')({
  validateSearch: webhookList.validate,
  search: { middlewares: [stripSearchParams(webhookList.defaults)] },
  loader: () => loadTexts('webhooks', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="integrations" right="webhook.list">
      <WebhooksPage />
    </OnMenu>
  )
}
