import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { LiveSignal } from '@/api/schema'
import { useLink } from './link'

/** A record that signals are about. */
export type SignalTarget = Pick<LiveSignal, 'target' | 'id'>
export type OwnSignal = SignalTarget & Pick<LiveSignal, 'signal'>

/** Another user, and what this user does with the record. */
export type Present = { userId: string; name: string; signal: Exclude<LiveSignal['signal'], 'left'> }

/** How long a signal is shown, unless the next one comes. Typing is repeated while keys are pressed. */
const SHOWN_MS = { typing: 3_000, replying: 10_000, viewing: 45_000 } as const
/** The shortest time between two signals of the same kind. */
const PAUSE_MS = { typing: 1_500, replying: 4_000, viewing: 20_000, left: 0 } as const

type Heard = { present: Present; timer: ReturnType<typeof setTimeout> }

const NOBODY: readonly Present[] = []
const heard = new Map<string, Map<string, Heard>>()
const shown = new Map<string, readonly Present[]>()
const watchers = new Set<() => void>()
let send: ((signal: OwnSignal) => void) | undefined

const keyOf = ({ target, id }: SignalTarget) => `${target}:${id}`

function refresh(key: string) {
  const people = [...(heard.get(key)?.values() ?? [])].map(({ present }) => present)
  if (people.length === 0) {
    heard.delete(key)
    shown.delete(key)
  } else shown.set(key, people)
  for (const watch of watchers) watch()
}

/** Sets the way to the server; none while there is no live connection. */
export function connectSignals(say: ((signal: OwnSignal) => void) | undefined) {
  send = say
  if (say) return
  for (const people of heard.values()) for (const { timer } of people.values()) clearTimeout(timer)
  const keys = [...heard.keys()]
  heard.clear()
  for (const key of keys) refresh(key)
}

/** Takes a signal of another user. The newest one of a user replaces the earlier. */
export function hearSignal({ target, id, user_id: userId, name, signal }: LiveSignal) {
  const key = keyOf({ target, id })
  const people = heard.get(key) ?? new Map<string, Heard>()
  clearTimeout(people.get(userId)?.timer)
  people.delete(userId)
  if (signal !== 'left') {
    const forget = () => {
      people.delete(userId)
      refresh(key)
    }
    people.set(userId, { present: { userId, name, signal }, timer: setTimeout(forget, SHOWN_MS[signal]) })
  }
  heard.set(key, people)
  refresh(key)
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

/**
 * Tells others that this page shows a record, and returns who else does something with it. `say` tells what this user
 * does; it can be called at every key. Without a target nothing is told.
 */
export function useSignals(target: SignalTarget | undefined) {
  const isConnected = useLink() === 'connected'
  const said = useRef<{ signal: LiveSignal['signal']; at: number }>(undefined)
  const [kind, id] = [target?.target, target?.id]

  const say = useCallback(
    (signal: LiveSignal['signal']) => {
      const last = said.current
      const isRepeated = last?.signal === signal && Date.now() - last.at < PAUSE_MS[signal]
      if (!kind || !id || isRepeated) return
      said.current = { signal, at: Date.now() }
      send?.({ target: kind, id, signal })
    },
    [kind, id],
  )

  useEffect(() => {
    if (!isConnected) return
    // Renews the interest in the record without ending what the user is doing with it.
    const renew = () => {
      const last = said.current
      if (!last || last.signal === 'viewing' || Date.now() - last.at > PAUSE_MS.viewing) say('viewing')
    }
    said.current = undefined
    renew()
    const timer = setInterval(renew, PAUSE_MS.viewing + 100)
    return () => {
      clearInterval(timer)
      say('left')
    }
  }, [isConnected, say])

  const people = useSyncExternalStore(subscribe, () => {
    return (kind && id && shown.get(keyOf({ target: kind, id }))) || NOBODY
  })
  return { people, say }
}
