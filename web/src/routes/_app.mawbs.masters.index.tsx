import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { masterList } from '@/features/masters/list'
import { MastersPage } from '@/features/masters/MastersPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/masters/')({
  validateSearch: masterList.validate,
  search: { middlewares: [stripSearchParams(masterList.defaults)] },
  loader: () => loadTexts('masters', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="mawbs" right="master.list">
      <MastersPage />
    </OnMenu>
  )
}
