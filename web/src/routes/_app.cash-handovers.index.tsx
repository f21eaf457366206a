import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { CashHandoversPage } from '@/features/cash-handovers/CashHandoversPage'
import { cashHandoverList } from '@/features/cash-handovers/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/cash-handovers/')({
  validateSearch: cashHandoverList.validate,
  search: { middlewares: [stripSearchParams(cashHandoverList.defaults)] },
  loader: () => loadTexts('cash-handovers', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="cash_handovers" right="cash_handover.list">
      <CashHandoversPage />
    </OnMenu>
  )
}
