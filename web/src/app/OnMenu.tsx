import type { ReactNode } from 'react'
import type { ProfileMenu } from '@/api/schema'
import { Refused } from './ErrorPage'
import { useProfile } from './session'

type OnMenuProps = { entry: keyof ProfileMenu; children: ReactNode }

/** A page that goes with its entry in the menu: it closes on open screens, too, once the entry is switched off. */
export function OnMenu({ entry, children }: OnMenuProps) {
  const { menu } = useProfile()
  return menu[entry] ? children : <Refused />
}
