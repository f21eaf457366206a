import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useProfile } from '@/app/session'
import { ExplainPanel } from '@/features/profiles/ExplainPanel'
import { UserPage } from '@/features/users/UserPage'
import { loadTexts } from '@/i18n'

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
