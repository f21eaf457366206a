import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { FieldPage } from '@/features/field/FieldPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/field/')({
  loader: () => loadTexts('field', 'deliveries', 'codes'),
  component: Field,
})

function Field() {
  return (
    <OnMenu entry="field" right="route.record">
      <FieldPage />
    </OnMenu>
  )
}
