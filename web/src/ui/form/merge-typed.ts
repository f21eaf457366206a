const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Lays what was typed over what somebody else saved meanwhile: a field touched here keeps what was typed,
 * any other shows the newest. A list is one field.
 */
export function mergeTyped<V extends Record<string, unknown>>(base: V, typed: V, newest: V): V {
  const mine = Object.keys(newest).filter((name) => name in typed && !same(typed[name], base[name]))
  return { ...newest, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) }
}
