import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { packageList } from '@/features/packages/list'
import { PackagesPage } from '@/features/packages/PackagesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/auxiliar/packages/')({
  validateSearch: packageList.validate,
  search: { middlewares: [stripSearchParams(packageList.defaults)] },
  loader: () => loadTexts('packages', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="packages" right="package.list">
      <PackagesPage />
    </OnMenu>
  )
}
