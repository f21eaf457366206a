import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { waybillList } from '@/features/waybills/list'
import { WaybillsPage } from '@/features/waybills/WaybillsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/')({
  validateSearch: waybillList.validate,
  search: { middlewares: [stripSearchParams(waybillList.defaults)] },
  loader: () => loadTexts('waybills', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="mawbs" right="mawb.list">
      <WaybillsPage />
    </OnMenu>
  )
}
