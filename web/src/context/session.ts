import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { FOREVER } from '@/api/forever'
import { sessionCookie } from '@/api/generated/endpoints/access/access'
import {
  getProfileShowQueryKey,
  getProfileShowQueryOptions,
  useProfileShow,
} from '@/api/generated/endpoints/account/account'
import { setCsrfToken } from '@/api/request'
import type { ItemProfile, Profile } from '@/api/schema'

let starting: Promise<void> | undefined

/**
 * Gets this page its token; every change the page makes carries it. Who asks at the same time gets the same one: each of
 * two new cookies would have a token of its own.
 */
export function startSession(): Promise<void> {
  starting ??= sessionCookie({ quiet: true })
    .then(({ data }) => setCsrfToken(data.csrf_token))
    .finally(() => {
      starting = undefined
    })
  return starting
}

export const fetchProfile = async (queryClient: QueryClient) => {
  const { data } = await queryClient.fetchQuery(
    getProfileShowQueryOptions({ query: { staleTime: 0, retry: false }, request: { quiet: true } }),
  )
  remember(true)
  return data
}

/**
 * Whether somebody was signed in here when this browser last looked. The cookie itself cannot be read by
 * the page, and asking for a profile that nobody has would start every visit with a refused call.
 */
export function wasSignedIn() {
  try {
    return localStorage.getItem(SIGNED_IN) !== null
  } catch {
    return true
  }
}

export const SIGNED_IN = 'remessa-signed-in'

export function remember(signedIn: boolean) {
  try {
    if (signedIn) localStorage.setItem(SIGNED_IN, '1')
    else localStorage.removeItem(SIGNED_IN)
  } catch {
    // Storage is switched off: the server is asked each time.
  }
}

/** The signed-in user as this page knows it; no call is made. */
export const currentProfile = (queryClient: QueryClient): Profile | undefined =>
  queryClient.getQueryData<ItemProfile>(getProfileShowQueryKey())?.data

/** For everything behind the sign-in, where there is always somebody. */
export function useProfile(): Profile {
  const { data } = useProfileShow(FOREVER)
  if (!data) throw new Error('useProfile needs somebody signed in')
  return data.data
}

/** Says of which subsidiary a shipment is. For people from outside the company decides that. */
export const choosesSubsidiary = ({ can, is_outside }: Profile) =>
  !is_outside && can['subsidiary.select'] === true

const CLIENT = 30

/** Works for a client: screens speak to the owner of the parcels, in plain words. */
export const hasPortal = ({ user_type, menu }: Pick<Profile, 'user_type' | 'menu'>) =>
  user_type === CLIENT && menu.shipments === true

export const signOut = async () => (await import('./sign-out')).signOut()

type Waiting = { promise: Promise<boolean>; answer(signedIn: boolean): void }

let waiting: Waiting | undefined
const listeners = new Set<() => void>()

function setWaiting(next: Waiting | undefined) {
  waiting = next
  for (const tell of listeners) tell()
}

export const isAskedToSignIn = () => waiting !== undefined

/** All calls that meet an ended session wait for one and the same dialog. */
export function askToSignInAgain(): Promise<boolean> {
  if (waiting) return waiting.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setWaiting({
    promise,
    answer(signedIn) {
      setWaiting(undefined)
      resolve(signedIn)
    },
  })
  return promise
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question for the password, if the session has ended. */
export const useSignInAgain = () => useSyncExternalStore(subscribe, () => waiting)
