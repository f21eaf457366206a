import { useSyncExternalStore } from 'react'

export type Question = {
  title: string
  text: string
  /** The verb of the button that goes on: 'Delete', never 'OK'. */
  action: string
  danger?: boolean
  /** Nothing is asked, only told: there is no way but on. */
  warning?: boolean
  /** Work done while the dialog waits; its failure is shown in the dialog, which then stays open. */
  run?: () => Promise<unknown>
  /** Where its refusals lead on. */
  ways?: Ways
}

/** A path from `paths` and its name, by the code of the refusal. */
export type Ways = Record<string, { to: string; text: string }>

export type Asked = Question & { id: number; answer(yes: boolean): void }

let asked: Asked | undefined
let count = 0
const listeners = new Set<() => void>()

function set(next: Asked | undefined) {
  asked = next
  for (const tell of listeners) tell()
}

/** Asks and waits: true once the user went on (and `run`, if any, has succeeded). */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    count += 1
    set({
      ...question,
      id: count,
      answer(yes) {
        set(undefined)
        resolve(yes)
      },
    })
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAsked = () => useSyncExternalStore(subscribe, () => asked)
