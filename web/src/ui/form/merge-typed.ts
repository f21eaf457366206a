type Fields = Record<string, unknown>

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Lays the typed values over a record that somebody else saved meanwhile: a field changed here keeps its
 * typed value, any other shows the newest. A list is one field; a group of fields is merged field by field.
 */
export function mergeTyped<V extends Fields>(base: V, typed: V, newest: V): V {
  const mine = Object.keys(newest).filter((name) => name in typed && !same(typed[name], base[name]))
  return { ...newest, ...Object.fromEntries(mine.map((name) => [name, merged(name)])) }

  function merged(name: string) {
    const [was, now, theirs] = [base[name], typed[name], newest[name]]
    return isFields(was) && isFields(now) && isFields(theirs) ? mergeTyped(was, now, theirs) : now
  }
}
