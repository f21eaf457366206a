import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ReviewPage } from '@/features/reviews/ReviewPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/reviews/$id')({
  loader: () => loadTexts('reviews', 'codes'),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return (
    <Permitted to="review.show">
      <ReviewPage key={id} id={id} />
    </Permitted>
  )
}
