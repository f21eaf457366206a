import { createFileRoute } from '@tanstack/react-router'
import { Refused } from '@/blocks/ErrorPage'
import { OnMenu } from '@/blocks/OnMenu'
import { useProfile } from '@/context/session'
import { ConnectionsPage } from '@/features/connections/ConnectionsPage'
import { loadTexts } from '@/i18n'
import { connectionRights } from '@/shared/integrations/connections'

export const Route = createFileRoute('/_app/integrations/connections')({
  loader: () => loadTexts('connections', 'carrier-links', 'codes'),
  component: Connections,
})

function Connections() {
  const profile = useProfile()
  const [right = 'domain.list'] = connectionRights(profile)
  if (profile.is_outside) return <Refused />
  return (
    <OnMenu entry="integrations" right={right}>
      <ConnectionsPage />
    </OnMenu>
  )
}
