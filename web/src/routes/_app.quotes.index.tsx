import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { quoteList } from '@/features/quotes/list'
import { QuotesPage } from '@/features/quotes/QuotesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/quotes/')({
  validateSearch: quoteList.validate,
  search: { middlewares: [stripSearchParams(quoteList.defaults)] },
  loader: () => loadTexts('quotes', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="quotes" right="quote.list">
      <QuotesPage />
    </OnMenu>
  )
}
