import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ApiTokensPage } from '@/features/api-tokens/ApiTokensPage'
import { apiTokenList } from '@/features/api-tokens/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/integrations/')({
  validateSearch: apiTokenList.validate,
  search: { middlewares: [stripSearchParams(apiTokenList.defaults)] },
  loader: () => loadTexts('api-tokens', 'profiles', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="integrations" right="api_token.list">
      <ApiTokensPage />
    </OnMenu>
  )
}
