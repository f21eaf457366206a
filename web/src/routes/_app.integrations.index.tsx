import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { paths } from '@/context/paths'
import { currentProfile } from '@/context/session'
import { ApiTokensPage } from '@/features/api-tokens/ApiTokensPage'
import { apiTokenList } from '@/features/api-tokens/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/integrations/')({
  validateSearch: apiTokenList.validate,
  search: { middlewares: [stripSearchParams(apiTokenList.defaults)] },
  // The menu leads here, also those who may open the webhooks alone.
  beforeLoad: ({ context }) => {
    const can = currentProfile(context.queryClient)?.can
    if (can?.['webhook.list'] && !can['api_token.list']) {
      throw redirect({ href: paths['integrations.webhooks']() })
    }
  },
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
