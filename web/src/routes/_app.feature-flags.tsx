import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { FeatureFlagsPage } from '@/features/feature-flags/FeatureFlagsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/feature-flags')({
  loader: () => loadTexts('feature-flags'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="feature_flags" right="feature_flag.list">
      <FeatureFlagsPage />
    </OnMenu>
  )
}
