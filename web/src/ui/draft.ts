const PREFIX = 'remessa-draft-'
const WAIT_MS = 400

const waiting = new Map<string, ReturnType<typeof setTimeout>>()

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
  clearTimeout(waiting.get(name))
  waiting.set(
    name,
    setTimeout(() => {
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify(values))
      } catch {
        // No room or no storage: the form works, it only cannot be restored.
      }
    }, WAIT_MS),
  )
}

export function clearDraft(name: string) {
  clearTimeout(waiting.get(name))
  waiting.delete(name)
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // Nothing was kept either.
  }
}
