import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { useProfile } from '@/context/session'
import { listUnsent } from '@/context/unsent'
import { FieldPage } from '@/features/field/FieldPage'
import { LockedOut } from '@/features/field/LockedOut'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/field/')({
  loader: () => loadTexts('field', 'deliveries', 'pickups', 'scan', 'codes'),
  component: Field,
})

function Field() {
  const { menu, id } = useProfile()
  if (!menu.field && listUnsent().some((driver) => driver.id === id)) return <LockedOut />
  return (
    <OnMenu entry="field" right="route.record">
      <FieldPage />
    </OnMenu>
  )
}
