import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { currentProfile } from '@/context/session'
import { FaqPage } from '@/features/faq/FaqPage'
import { faqDefaults, validateFaq } from '@/features/faq/search'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/faq/')({
  validateSearch: validateFaq,
  search: { middlewares: [stripSearchParams(faqDefaults)] },
  loader: () => loadTexts('faq'),
  component: Page,
})

function Page() {
  const { search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isSignedIn = currentProfile(useQueryClient()) !== undefined
  return (
    <FaqPage
      search={search}
      onSearch={(next) => void navigate({ search: { search: next }, replace: true, resetScroll: false })}
      isSignedIn={isSignedIn}
    />
  )
}
