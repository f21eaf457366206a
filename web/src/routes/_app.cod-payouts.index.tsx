import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { CodPayoutsPage } from '@/features/cod-payouts/CodPayoutsPage'
import { codPayoutList } from '@/features/cod-payouts/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/cod-payouts/')({
  validateSearch: codPayoutList.validate,
  search: { middlewares: [stripSearchParams(codPayoutList.defaults)] },
  loader: () => loadTexts('cod-payouts', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="cod_payouts" right="cod_payout.list">
      <CodPayoutsPage />
    </OnMenu>
  )
}
