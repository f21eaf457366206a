import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, errorText, statusOf } from '@/api/errors'
import { profileShow } from '@/api/generated/endpoints/account/account'
import {
  fieldFilePut,
  fieldRecordCreate,
  invalidateFieldRouteList,
} from '@/api/generated/endpoints/field/field'
import { type Owner, ownerOf, type QueuedFile } from './queue/database'
import { pauseAfter } from './queue/queue'
import { type Post, sendAll } from './queue/send'
import { deleteOld, noteFile, noteRecords, readBytes, readQueue } from './queue/store'

/** `waiting`: there is no network, and it is tried again. `blocked`: the company does not take it from this user. */
export type SendingState = 'idle' | 'sending' | 'waiting' | 'blocked'

/** A network that is there and does not answer is none: a call that never ends would hold up every later one. */
const ANSWER_MS = 30_000
/** A photo on a slow network takes longer. */
const FILE_ANSWER_MS = 3 * 60_000

/** Without this right or this entry it is of no use to try again by oneself. */
const BLOCKED = new Set([403, 404])

let state: SendingState = 'idle'
const listeners = new Set<() => void>()

function setState(next: SendingState) {
  state = next
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSendingState = () => useSyncExternalStore(subscribe, () => state)

let begun: { userId: string; run(): void } | undefined

/** Sends as soon as it can. */
export const sendSoon = () => begun?.run()

/** Sends what this user has recorded, for as long as the page is open: at once, on a network, and again after a failure. */
export function beginSending(userId: string, client: QueryClient) {
  if (begun?.userId === userId) return
  const run = makeRunner(userId, client)
  begun = { userId, run }
  window.addEventListener('online', run)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') run()
  })
  run()
}

/** Runs one after the other. Who asks during a run gets another one. */
function makeRunner(userId: string, client: QueryClient) {
  const owner = ownerOf(userId)
  const post = postOf(userId)
  let isRunning = false
  let isAsked = false
  let failures = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  async function work() {
    setState('sending')
    // Tabs of one browser share the queue: one of them sends.
    await navigator.locks.request(`remessa-field ${owner}`, async () => {
      await deleteOld(owner)
      if (await sendAll(post)) await invalidateFieldRouteList(client)
    })
    failures = 0
    setState('idle')
  }

  function rest(failure: unknown) {
    if (BLOCKED.has(statusOf(failure) ?? 0)) return setState('blocked')
    failures += 1
    setState('waiting')
    const retryAfter = failure instanceof ApiError ? failure.retryAfter : undefined
    pause = setTimeout(run, pauseAfter(failures, retryAfter))
  }

  async function runAll() {
    isRunning = true
    clearTimeout(pause)
    try {
      do {
        isAsked = false
        await work()
      } while (isAsked)
    } catch (failure) {
      rest(failure)
    } finally {
      isRunning = false
    }
  }

  function run() {
    isAsked = true
    if (!isRunning) void runAll()
  }
  return run
}

function postOf(userId: string): Post {
  const owner: Owner = ownerOf(userId)
  return {
    read: () => readQueue(owner),
    async checkUser() {
      // An ended session asks for the password here. Whoever signed in instead gets a page of their own.
      const { data } = await profileShow({ signal: AbortSignal.timeout(ANSWER_MS) })
      if (data.id === userId) return
      window.location.reload()
      throw new ApiError(0)
    },
    sendRecords: async (records) =>
      (await fieldRecordCreate({ records }, { signal: AbortSignal.timeout(ANSWER_MS) })).data,
    sendFile: (file) => putFile(file),
    noteRecords: (noted) => noteRecords(owner, noted),
    noteFile,
    textOf: errorText,
  }
}

async function putFile({ key, sha256, name, type }: QueuedFile) {
  const bytes = await readBytes(key)
  // Only a browser that was told to empty its storage loses them.
  if (!bytes) throw new ApiError(422)
  const signal = AbortSignal.timeout(FILE_ANSWER_MS)
  await fieldFilePut(sha256, { file: new File([bytes], name, { type }) }, { signal })
}
