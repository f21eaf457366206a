import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { currentProfile } from '@/context/session'
import { currentDomain } from '@/context/site'
import { ApiTokensPage } from '@/features/api-tokens/ApiTokensPage'
import { apiTokenList } from '@/features/api-tokens/list'
import { loadTexts } from '@/i18n'
import { otherStart } from '@/shared/integrations/start'

export const Route = createFileRoute('/_app/integrations/')({
  validateSearch: apiTokenList.validate,
  search: { middlewares: [stripSearchParams(apiTokenList.defaults)] },
  // The menu leads here, also those who may open the webhooks or the shops alone.
  beforeLoad: ({ context }) => {
    const domain = currentDomain(context.queryClient)
    const href = domain && otherStart(currentProfile(context.queryClient), domain)
    if (href) throw redirect({ href })
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
