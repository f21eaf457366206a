import type { ComponentProps } from 'react'
import { errorText, statusOf } from '@/api/errors'
import { LoadFailure } from '@/ui/LoadFailure'
import { Refused } from './ErrorPage'

/** In the place of a whole screen that could not be loaded; who may not see it goes back. */
export function ScreenFailure(props: ComponentProps<typeof LoadFailure>) {
  const { error } = props.result
  return statusOf(error) === 403 ? <Refused text={errorText(error)} /> : <LoadFailure {...props} />
}
