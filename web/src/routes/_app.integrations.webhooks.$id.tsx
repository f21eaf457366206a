import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { deliveryList } from '@/features/webhooks/list'
import { WebhookPage } from '@/features/webhooks/WebhookPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/integrations/webhooks/$id')({
  validateSearch: deliveryList.validate,
  search: { middlewares: [stripSearchParams(deliveryList.defaults)] },
  loader: () => loadTexts('webhooks', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="webhook.show">
      <WebhookPage key={id} id={id} />
    </Permitted>
  )
}
