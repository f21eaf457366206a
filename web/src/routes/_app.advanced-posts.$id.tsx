import { createFileRoute } from '@tanstack/react-router'
import { AdvancedPostForm } from '@/features/advanced-posts/AdvancedPostForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/advanced-posts/$id')({
  loader: () => loadTexts('advanced-posts', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <AdvancedPostForm key={id} id={id} />
}
