import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { IndicationsPage } from '@/features/indications/IndicationsPage'
import { indicationList } from '@/features/indications/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/indications')({
  validateSearch: indicationList.validate,
  search: { middlewares: [stripSearchParams(indicationList.defaults)] },
  loader: () => loadTexts('indications', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="indications" right="indication.list">
      <IndicationsPage />
    </OnMenu>
  )
}
