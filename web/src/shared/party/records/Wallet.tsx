import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { onceOnline } from '@/ui/once-online'

const ClientWallet = lazy(() => onceOnline(() => import('@/shared/wallet/ClientWallet')))

/** The wallet of a client, loaded when its tab is opened. */
export function Wallet({ id }: { id: string }) {
  return (
    <Suspense fallback={<Skeleton h={320} radius="md" />}>
      <ClientWallet id={id} />
    </Suspense>
  )
}
