import { useEffect, useState } from 'react'

type Options<T> = {
  /** The list of the form, and its path. */
  items: readonly T[]
  path: string
  put(items: T[]): void
  /** The item that is open at first. */
  first: number
  errors: Record<string, unknown>
  refusals: number
}

/** The indexes of items at which an error stands. */
function wrongItems(errors: Record<string, unknown>, path: string): Set<number> {
  const pattern = new RegExp(`^${path}\\.(\\d+)`)
  return new Set(
    Object.keys(errors)
      .flatMap((key) => pattern.exec(key)?.[1] ?? [])
      .map(Number),
  )
}

/** A list of a form of which one item is open: chosen, added, moved and removed. */
export function useChosen<T>({ items, path, put, first, errors, refusals }: Options<T>) {
  const [at, setAt] = useState(Math.max(0, first))
  const one = items[Math.min(at, items.length - 1)]
  const index = one === undefined ? -1 : items.indexOf(one)
  const wrong = wrongItems(errors, path)

  // A field must stand on the screen before the list of errors can lead to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the errors of that refusal
  useEffect(() => {
    const [found] = wrong
    if (refusals > 0 && found !== undefined && !wrong.has(index)) setAt(found)
  }, [refusals])

  return {
    one,
    at: index,
    wrong,
    select: setAt,
    add(item: T) {
      put([...items, item])
      setAt(items.length)
    },
    move(by: 1 | -1) {
      if (one === undefined || items[index + by] === undefined) return
      put(items.toSpliced(index, 1).toSpliced(index + by, 0, one))
      setAt(index + by)
    },
    remove: () => put(items.toSpliced(index, 1)),
  }
}
