import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { TourPage } from '@/features/tour/TourPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/virtual-tour')({
  loader: () => loadTexts('tour'),
  component: Tour,
})

function Tour() {
  return (
    <OnMenu entry="tour" right="account.show">
      <TourPage />
    </OnMenu>
  )
}
