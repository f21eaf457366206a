import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { reviewList } from '@/features/reviews/list'
import { ReviewsPage } from '@/features/reviews/ReviewsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/reviews/')({
  validateSearch: reviewList.validate,
  search: { middlewares: [stripSearchParams(reviewList.defaults)] },
  loader: () => loadTexts('reviews', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="reviews" right="review.list">
      <ReviewsPage />
    </OnMenu>
  )
}
