import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useProfile } from '@/context/session'
import { UserPage } from '@/features/users/UserPage'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'

// Below what is known of the user, and with texts of its own.
const ExplainPanel = lazy(() =>
  onceOnline(() => import('@/features/profiles/ExplainPanel')).then(({ ExplainPanel }) => ({
    default: ExplainPanel,
  })),
)

export const Route = createFileRoute('/_app/users/$id/')({
  loader: () => loadTexts('users', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  const { menu } = useProfile()
  return (
    <UserPage id={id}>
      {menu.profiles && (
        <Suspense fallback={<Skeleton height={120} />}>
          <ExplainPanel userId={id} />
        </Suspense>
      )}
    </UserPage>
  )
}
