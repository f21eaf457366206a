import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { providerList } from '@/features/providers/list'
import { ProvidersPage } from '@/features/providers/ProvidersPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/providers/')({
  validateSearch: providerList.validate,
  search: { middlewares: [stripSearchParams(providerList.defaults)] },
  loader: () => loadTexts('providers', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="providers" right="provider.list">
      <ProvidersPage />
    </OnMenu>
  )
}
