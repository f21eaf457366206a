import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { AdvancedPostsPage } from '@/features/advanced-posts/AdvancedPostsPage'
import { advancedPostList } from '@/features/advanced-posts/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/advanced-posts/')({
  validateSearch: advancedPostList.validate,
  search: { middlewares: [stripSearchParams(advancedPostList.defaults)] },
  loader: () => loadTexts('advanced-posts', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="advanced_posts" right="advanced_post.list">
      <AdvancedPostsPage />
    </OnMenu>
  )
}
