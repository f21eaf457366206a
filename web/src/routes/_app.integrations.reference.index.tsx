import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ApiReferencePage } from '@/features/api-reference/ApiReferencePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/integrations/reference/')({
  loader: () => loadTexts('api-reference'),
  component: Reference,
})

function Reference() {
  return (
    <OnMenu entry="integrations" right="api_token.list">
      <ApiReferencePage />
    </OnMenu>
  )
}
