const PREFIX = 'remessa-draft-'
const WAIT_MS = 400

/** Names of work that is done and waits for the network begin so: it stays until the same person is here again. */
export const UNSENT = 'unsent-'

type Pending = { timer: ReturnType<typeof setTimeout>; values: unknown }

const waiting = new Map<string, Pending>()

let owner = ''

/** Drafts are a person's own: whoever signs in on this browser after them neither sees nor overwrites them. */
export function setDraftOwner(id: string) {
  owner = `${id}-`
}

const keyOf = (name: string) => PREFIX + owner + name

/** Unsaved input, kept in this browser. */
export function readDraft<V>(name: string): Partial<V> | undefined {
  const key = keyOf(name)
  // Back and forth within the pause must not show what was there before.
  keep(key)
  try {
    const text = localStorage.getItem(key)
    return text ? (JSON.parse(text) as Partial<V>) : undefined
  } catch {
    return undefined
  }
}

/** Input that stays at a sign-out for as long as its work waits. */
export const readWork = <V>(name: string) => readDraft<V>(UNSENT + name) ?? readDraft<V>(name)

/** Keeps such input; once nothing waits, it goes with the other drafts. */
export function writeWork(name: string, values: unknown, waits: boolean) {
  writeDraft(waits ? UNSENT + name : name, values)
  if (!waits) clearDraft(UNSENT + name)
}

/** Waits for a pause in the typing. */
export function writeDraft(name: string, values: unknown) {
  const key = keyOf(name)
  clearTimeout(waiting.get(key)?.timer)
  waiting.set(key, { values, timer: setTimeout(() => keep(key), WAIT_MS) })
}

function keep(key: string) {
  const pending = waiting.get(key)
  if (!pending) return
  clearTimeout(pending.timer)
  waiting.delete(key)
  try {
    localStorage.setItem(key, JSON.stringify(pending.values))
  } catch {
    // No room or no storage: the form works, it only cannot be restored.
  }
}

function keepAll() {
  for (const key of waiting.keys()) keep(key)
}

// Somebody who leaves or reloads at once does not wait for the pause.
window.addEventListener('pagehide', keepAll)
// A phone ends a page in the background without a word: to be hidden, as by the camera, is the last that it hears.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') keepAll()
})

/** Deletes all drafts of this person, save what is not sent yet: whoever uses the browser next shall not find them. */
export function clearDrafts() {
  if (owner === '') return
  const isOwn = (key: string) => key.startsWith(PREFIX + owner) && !key.startsWith(PREFIX + owner + UNSENT)
  for (const [key, { timer }] of waiting) {
    if (!isOwn(key)) continue
    clearTimeout(timer)
    waiting.delete(key)
  }
  try {
    for (const key of Object.keys(localStorage).filter(isOwn)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}

export function clearDraft(name: string) {
  const key = keyOf(name)
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}
