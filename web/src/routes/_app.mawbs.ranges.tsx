import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { rangeList } from '@/features/waybills/ranges/list'
import { RangesPage } from '@/features/waybills/ranges/RangesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/ranges')({
  validateSearch: rangeList.validate,
  search: { middlewares: [stripSearchParams(rangeList.defaults)] },
  loader: () => loadTexts('waybill-ranges', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="mawbs" right="mawb_range.list">
      <RangesPage />
    </OnMenu>
  )
}
