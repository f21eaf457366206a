import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ApiReferencePage } from '@/features/api-reference/ApiReferencePage'
import { loadTexts } from '@/i18n'

type Search = { search?: string | undefined }

const LONGEST = 100

export const Route = createFileRoute('/_app/integrations/reference/')({
  // In the address, so that whoever comes back from a call finds the others again.
  validateSearch: ({ search }: { search?: unknown }): Search => ({
    search: search === undefined ? undefined : String(search).slice(0, LONGEST),
  }),
  loader: () => loadTexts('api-reference'),
  component: Reference,
})

function Reference() {
  const { search } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OnMenu entry="integrations" right="api_token.list">
      <ApiReferencePage
        search={search}
        onSearch={(words) =>
          void navigate({ search: { search: words || undefined }, replace: true, resetScroll: false })
        }
      />
    </OnMenu>
  )
}
