import type { ReactNode } from 'react'
import type { Profile, ProfileMenu } from '@/api/schema'
import { useProfile } from '@/context/session'
import { Refused } from './ErrorPage'

type OnMenuProps = {
  entry: keyof ProfileMenu
  /** The right that shows the entry, for those who lack it. */
  right?: keyof Profile['can']
  children: ReactNode
}

/** A page that goes with its entry in the menu: it closes on open screens, too, once the entry is switched off. */
export function OnMenu({ entry, right, children }: OnMenuProps) {
  const { menu, can } = useProfile()
  return menu[entry] ? children : <Refused {...(right && !can[right] && { right })} />
}
