import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '@/features/imports/ImportPage'
import { IMPORT_STEPS } from '@/features/imports/steps'
import { loadTexts } from '@/i18n'
import { oneOf } from '@/ui/table/list-spec'

const step = oneOf(IMPORT_STEPS)

export const Route = createFileRoute('/_app/stocks/imports/$id')({
  validateSearch: (raw: { step?: unknown }) => ({ step: step(raw.step) }),
  loader: () => loadTexts('imports', 'shipments'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  const { step } = Route.useSearch()
  return <ImportPage kind="stock" id={id} step={step} />
}
