import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'
import { whenIdle } from './when-idle'

const Overlays = lazy(() => onceOnline(() => import('./Overlays')))

/** Every page, and what may open above any of them: that part is fetched once the page stands. */
export function Root() {
  const [ready, setReady] = useState(false)
  useEffect(
    () =>
      whenIdle(() => {
        setReady(true)
        // The words of refusals; until then a refusal has those of the server.
        void loadTexts('codes')
      }),
    [],
  )
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
