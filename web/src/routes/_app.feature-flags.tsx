import { createFileRoute } from '@tanstack/react-router'
import { FeatureFlagsPage } from '@/features/feature-flags/FeatureFlagsPage'

export const Route = createFileRoute('/_app/feature-flags')({ component: FeatureFlagsPage })
