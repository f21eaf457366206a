/** The states before and after the present one. */
export type History<T> = { past: readonly T[]; present: T; future: readonly T[] }

/** States that can be taken back. They share what did not change, so they cost little. */
const LIMIT = 200

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** A new present; what was undone before is gone. */
export function put<T>(history: History<T>, present: T): History<T> {
  if (present === history.present) return history
  return { past: [...history.past, history.present].slice(-LIMIT), present, future: [] }
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
  }
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}
