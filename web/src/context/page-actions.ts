import type { Icon } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Something that can be done with the record in view: a link, or work of its own. */
export type PageAction = {
  label: string
  icon: Icon
  to?: string
  newTab?: boolean
  run?(): void
}

type OnPage = { title: string; actions: PageAction[] }

let shown: OnPage | undefined
const listeners = new Set<() => void>()

function set(next: OnPage | undefined) {
  shown = next
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page offers what can be done with its record to the palette, for as long as it stands. */
export function useOfferedActions(title: string, actions: PageAction[]) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const labels = actions.map(({ label }) => label).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels are other actions
  useEffect(() => {
    const offered = latest.current.map((action, at) => ({
      ...action,
      // The current action of the page, not the one of its first render.
      run: action.run && (() => latest.current[at]?.run?.()),
    }))
    const mine = { title, actions: offered }
    set(mine)
    return () => {
      if (shown === mine) set(undefined)
    }
  }, [title, labels])
}

/** The actions of the page in view, if it offers any. */
export const usePageActions = () => useSyncExternalStore(subscribe, () => shown)
