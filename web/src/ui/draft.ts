const PREFIX = 'remessa-draft-'
const WAIT_MS = 400

type Pending = { timer: ReturnType<typeof setTimeout>; values: unknown }

const waiting = new Map<string, Pending>()

/** What somebody typed and did not save, kept in this browser. */
export function readDraft<V>(name: string): Partial<V> | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text ? (JSON.parse(text) as Partial<V>) : undefined
  } catch {
    return undefined
  }
}

/** Waits for a pause in the typing. */
export function writeDraft(name: string, values: unknown) {
  clearTimeout(waiting.get(name)?.timer)
  waiting.set(name, { values, timer: setTimeout(() => keep(name), WAIT_MS) })
}

function keep(name: string) {
  const pending = waiting.get(name)
  waiting.delete(name)
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(pending?.values))
  } catch {
    // No room or no storage: the form works, it only cannot be restored.
  }
}

// Somebody who leaves or reloads at once does not wait for the pause.
window.addEventListener('pagehide', () => {
  for (const name of waiting.keys()) keep(name)
})

export function clearDraft(name: string) {
  clearTimeout(waiting.get(name)?.timer)
  waiting.delete(name)
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // Nothing was kept either.
  }
}
