import { createFileRoute } from '@tanstack/react-router'
import { FeatureFlagsPage } from '@/features/feature-flags/FeatureFlagsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/feature-flags')({
  loader: () => loadTexts('feature-flags'),
  component: FeatureFlagsPage,
})
