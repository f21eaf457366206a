import type { ReactNode } from 'react'
import type { Profile, ProfileMenu } from '@/api/schema'
import { useProfile } from '@/context/session'
import { NotFoundPage, Refused } from './ErrorPage'

type OnMenuProps = {
  entry: keyof ProfileMenu
  /** The right that the page needs: an entry of several pages is shown for each of their rights. */
  right?: keyof Profile['can']
  children: ReactNode
}

/**
 * A page that goes with its entry in the menu: it closes on open screens, too. Who has the right lacks the entry because the
 * company has switched it off: the page does not exist then, as its calls do not.
 */
export function OnMenu({ entry, right, children }: OnMenuProps) {
  const { menu, can } = useProfile()
  if (right && !can[right]) return <Refused right={right} />
  if (menu[entry]) return children
  return right ? <NotFoundPage /> : <Refused />
}
