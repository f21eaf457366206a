import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { AdvancedPostForm } from '@/features/advanced-posts/AdvancedPostForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/advanced-posts/new')({
  loader: () => loadTexts('advanced-posts', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="advanced_post.create">
      <AdvancedPostForm />
    </Permitted>
  )
}
