import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { onceOnline } from '@/ui/once-online'
import { whenIdle } from './when-idle'

const Overlays = lazy(() => onceOnline(() => import('./Overlays')))

/** Every page, and what may open above any of them: that part is fetched once the page stands. */
export function Root() {
  const [ready, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return (
    <>
      <Outlet />
      {ready && (
        <Suspense>
          <Overlays />
        </Suspense>
      )}
    </>
  )
}
