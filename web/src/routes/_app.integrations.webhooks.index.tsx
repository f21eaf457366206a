import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { NotFoundPage } from '@/blocks/ErrorPage'
import { OnMenu } from '@/blocks/OnMenu'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { webhookList } from '@/features/webhooks/list'
import { WebhooksPage } from '@/features/webhooks/WebhooksPage'
import { loadTexts } from '@/i18n'
import { hasWebhooks } from '@/shared/integrations/webhooks'

export const Route = createFileRoute('/_app/integrations/webhooks/')({
  validateSearch: webhookList.validate,
  search: { middlewares: [stripSearchParams(webhookList.defaults)] },
  loader: () => loadTexts('webhooks', 'codes'),
  component: List,
})

function List() {
  const { domain } = useSite()
  const isThere = hasWebhooks(useProfile(), domain)
  return (
    <OnMenu entry="integrations" right="webhook.list">
      {isThere ? <WebhooksPage /> : <NotFoundPage />}
    </OnMenu>
  )
}
