import { createFileRoute } from '@tanstack/react-router'
import { ComparePage } from '@/features/profiles/ComparePage'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

type Search = { left?: string; right?: string }

export const Route = createFileRoute('/_app/profiles/compare')({
  validateSearch: (raw: { left?: unknown; right?: unknown }): Search => ({
    left: recordId(raw.left),
    right: recordId(raw.right),
  }),
  loader: () => loadTexts('profiles'),
  component: Compare,
})

function Compare() {
  const navigate = Route.useNavigate()
  return (
    <ComparePage
      {...Route.useSearch()}
      onChoose={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
