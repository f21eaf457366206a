import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * A route loads every text that its page draws: a component whose texts are missing suspends, and the page is drawn again.
 *
 * The test follows the names in the code, from a route to all that it draws. What waits by itself is left out: what is
 * imported when it is shown, what stands in a `Suspense`, and texts that do not suspend.
 */

/** A name at the top of a file. */
type Declaration = { path: string; name: string }

type Source = {
  /** Local names of what other files of ours declare. */
  imports: Map<string, Declaration>
  /** The code of each name that the file declares. */
  code: Map<string, string>
}

const ALL = '*'
const COMMENT = /(?<=^|[\s{(,])\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const IMPORT = /^(?:import|export) (?!type )([^'"]*?) from '([^']+)'/gm
const DECLARATION =
  /^(?:export )?(?:default )?(?:async )?(?:function|const|let|class|enum|type|interface) (\w+)/gm
const SUSPENSE = /<Suspense\b[\s\S]*?<\/Suspense>/g
/** Not in quotes, and not the field of an object; three dots stand before a whole. */
const WORD = /(?<![\w'"])(?<!(?<!\.\.)\.)[A-Za-z_]\w*/g

const quoted = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)

function fileOf(from: string, name: string) {
  if (!/^(@\/|\.)/.test(name)) return undefined
  const target = name.startsWith('@/') ? join('src', name.slice(2)) : join(dirname(from), name)
  return [`${target}.tsx`, `${target}.ts`].find((path) => existsSync(path))
}

function importsOf(path: string, text: string) {
  const imports = new Map<string, Declaration>()
  for (const [, names = '', from = ''] of text.matchAll(IMPORT)) {
    const file = fileOf(path, from)
    if (!file) continue
    const whole = /^\* as (\w+)/.exec(names)?.[1]
    if (whole) imports.set(whole, { path: file, name: ALL })
    for (const part of (/\{([\s\S]*)\}/.exec(names)?.[1] ?? '').split(',')) {
      const [theirs = '', ours = theirs] = part.trim().split(' as ')
      if (theirs && !theirs.startsWith('type ')) imports.set(ours, { path: file, name: theirs })
    }
  }
  return imports
}

function codeOf(text: string) {
  const starts = [...text.matchAll(DECLARATION)]
  return new Map(
    starts.map((start, at) => {
      const code = text.slice(start.index, starts[at + 1]?.index)
      return [start[1] ?? '', code.replace(SUSPENSE, '')] as const
    }),
  )
}

const sources = new Map<string, Source>()

function sourceOf(path: string) {
  const known = sources.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8').replace(COMMENT, '')
  const source = { imports: importsOf(path, text), code: codeOf(text) }
  sources.set(path, source)
  return source
}

/** The declarations that the code of a name uses. */
function namedBy({ path, name }: Declaration): Declaration[] {
  const { imports, code } = sourceOf(path)
  if (name === ALL) return [...code.keys()].map((each) => ({ path, name: each }))
  const own = code.get(name)
  // A file may hand on what another declares.
  const words = own === undefined ? [name] : [...own.matchAll(WORD)].map(([word]) => word)
  return words.flatMap((word) => (code.has(word) ? { path, name: word } : (imports.get(word) ?? [])))
}

/** All that a route draws. */
function drawnBy(route: string) {
  const found = new Map<string, Declaration>()
  const open: Declaration[] = [{ path: route, name: 'Route' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const key = `${next.path} ${next.name}`
    if (found.has(key)) continue
    found.set(key, next)
    open.push(...namedBy(next))
  }
  return [...found.values()]
}

function textsOf({ path, name }: Declaration) {
  const calls = [...(sourceOf(path).code.get(name) ?? '').matchAll(/useTranslation\(([^)]*)\)/g)]
  return calls.flatMap(([, args = '']) => (args.includes('useSuspense: false') ? [] : quoted(args)))
}

/** The route and those around it: `_app.tsx` is around `_app.users.new.tsx`. */
function around(route: string) {
  const parts = route.replace(/\.tsx$/, '').split('.')
  const routes = parts.map((_, at) => `${parts.slice(0, at + 1).join('.')}.tsx`)
  return routes.filter((path) => existsSync(path))
}

/** The namespaces that every page has. */
const START = quoted(/\bns: \[[^\]]*\]/.exec(readFileSync('src/i18n.ts', 'utf8'))?.[0] ?? '')

function loadedWith(route: string) {
  const calls = around(route).flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/loadTexts\(([^)]*)\)/g),
  ])
  return [...START, ...calls.flatMap(([, args = '']) => quoted(args))]
}

const routes = readdirSync('src/routes')
  .filter((name) => /^[^-].*\.tsx$/.test(name))
  .map((name) => join('src/routes', name))

describe('the texts of a route', () => {
  it.each(routes)('%s loads all that it draws', (route) => {
    const loaded = loadedWith(route)
    const missing = drawnBy(route).flatMap((drawn) =>
      textsOf(drawn)
        .filter((namespace) => !loaded.includes(namespace))
        .map((namespace) => `${namespace}, for ${drawn.name} of ${drawn.path}`),
    )
    expect(missing).toEqual([])
  })

  it('are found in components of components', () => {
    const texts = drawnBy('src/routes/_app.supports.$id.tsx').flatMap(textsOf)
    expect(texts).toEqual(expect.arrayContaining(['tickets', 'shipment-status']))
    expect(START).toEqual(['common', 'shell'])
  })

  it('are not those of what waits by itself', () => {
    const drawn = drawnBy('src/routes/_app.audit-log.tsx').map(({ name }) => name)
    expect(drawn).toContain('Refused')
    expect(drawn).not.toContain('RefusedPage')
  })
})
