import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ApiReferencePage } from '@/features/api-reference/ApiReferencePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/integrations/reference/$id')({
  loader: () => loadTexts('api-reference'),
  component: Operation,
})

function Operation() {
  const { id } = Route.useParams()
  return (
    <OnMenu entry="integrations" right="api_token.list">
      <ApiReferencePage operation={id} />
    </OnMenu>
  )
}
