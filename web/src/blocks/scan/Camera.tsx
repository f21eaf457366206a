import { lazy, Suspense } from 'react'
import { useOpened } from '@/ui/dialogs/overlay'
import { onceOnline } from '@/ui/once-online'

const CameraScan = lazy(() => onceOnline(() => import('./CameraScan')))

type CameraProps = Parameters<typeof CameraScan>[0]

/** Fetched when it is first asked for. */
export function Camera(props: CameraProps) {
  return (
    <Suspense>
      <Opened {...props} />
    </Suspense>
  )
}

function Opened({ opened, ...rest }: CameraProps) {
  return <CameraScan {...rest} opened={useOpened(opened)} />
}
