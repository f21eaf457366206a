import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { BanksPage } from '@/features/banks/BanksPage'
import { bankList } from '@/features/banks/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/banks/')({
  validateSearch: bankList.validate,
  search: { middlewares: [stripSearchParams(bankList.defaults)] },
  loader: () => loadTexts('banks', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="banks" right="bank.list">
      <BanksPage />
    </OnMenu>
  )
}
