import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { manifestList } from '@/features/manifests/list'
import { ManifestsPage } from '@/features/manifests/ManifestsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/manifests/')({
  validateSearch: manifestList.validate,
  search: { middlewares: [stripSearchParams(manifestList.defaults)] },
  loader: () => loadTexts('manifests', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="manifests" right="manifest.list">
      <ManifestsPage />
    </OnMenu>
  )
}
