import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ReceivingPage } from '@/features/receiving/ReceivingPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/receiving')({
  loader: () => loadTexts('receiving', 'codes'),
  component: Receiving,
})

function Receiving() {
  return (
    <OnMenu entry="receiving" right="receiving.scan">
      <ReceivingPage />
    </OnMenu>
  )
}
