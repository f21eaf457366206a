import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '@/i18n'

/** The rules of the house that no compiler knows. */

const files = (dir: string, pattern: RegExp): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => pattern.test(path) && !/generated|schema\.ts|\.gen\.ts/.test(path))

const sources = files('src', /\.tsx?$/).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const product = sources.filter(({ path }) => !/\.spec\./.test(path))

/** Paths of the sources whose text matches, outside the places where it is right. */
const breaking = (pattern: RegExp, allowed: RegExp = /^$/) =>
  product.filter(({ path, text }) => pattern.test(text) && !allowed.test(path)).map(({ path }) => path)

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '')

/** What a file imports of ours, as `src/…`. */
const targetsOf = ({ path, text }: { path: string; text: string }) =>
  importsOf(text)
    .filter((name) => /^(@\/|\.)/.test(name))
    .map((name) => (name.startsWith('@/') ? join('src', name.slice(2)) : join(dirname(path), name)))

/** From the bottom to the top: a room imports from its own floor and from those below. */
const FLOORS = [['api', 'live', 'ui'], ['context'], ['blocks'], ['shared'], ['features'], ['app'], ['routes']]

/** Files beside the rooms (`i18n.ts`, the generated tree of routes) have no floor. */
function floorOf(path: string) {
  const room = /^src\/([^/]+)\//.exec(path)?.[1] ?? ''
  return FLOORS.findIndex((rooms) => rooms.includes(room))
}

/** Imports that cross from a folder of `src/shared` to another. */
const sharedArrows = () => {
  const roomOf = (path: string) => /^src\/shared\/([^/]+)/.exec(path)?.[1]
  return product.flatMap((source) => {
    const from = roomOf(source.path)
    return targetsOf(source).flatMap((target) => {
      const to = roomOf(target)
      return from && to && from !== to ? [{ from, to }] : []
    })
  })
}

type Texts = { [key: string]: string | Texts }
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Texts

const keys = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keys(value, `${prefix}${key}.`),
  )

/** 'count_one' and 'count_other' are one key: languages have different plurals. */
const withoutPlurals = (names: string[]) =>
  [...new Set(names.map((name) => name.replace(/_(zero|one|two|few|many|other)$/, '')))].sort()

describe('languages', () => {
  const namespaces = readdirSync('src/locales/en')

  it.each(LANGUAGES)('%s has every text', (language) => {
    for (const file of namespaces) {
      const ours = json(`src/locales/${language}/${file}`)
      expect(withoutPlurals(keys(ours)), `${language}/${file}`).toEqual(
        withoutPlurals(keys(json(`src/locales/en/${file}`))),
      )
    }
  })

  it.each(LANGUAGES)('%s has every plural it needs', (language) => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const file of namespaces) {
      const names = keys(json(`src/locales/${language}/${file}`))
      const counted = withoutPlurals(names.filter((name) => /_other$/.test(name)))
      for (const name of counted) {
        for (const form of wanted) expect(names, `${language}/${file}`).toContain(`${name}_${form}`)
      }
    }
  })

  it('a number before a noun has its singular: 0 of 1 parcel', () => {
    const texts = files('src/locales/en', /\.json$/).map((path) => readFileSync(path, 'utf8'))
    const noun = /"\w+": ".*\bof \{\{\w+\}\} (parcel|shipment|bag)s?\b.*"/g
    const counted = texts.flatMap((text) => text.match(noun) ?? [])
    expect(counted.length).toBeGreaterThan(4)
    expect(counted.filter((line) => !/_(one|other)": /.test(line))).toEqual([])
  })

  it.each(LANGUAGES)('%s says every message of the server', (language) => {
    const codes = JSON.parse(readFileSync('../openapi/message-codes.json', 'utf8')) as string[]
    const texts = json(`../openapi/messages/${language}.json`)
    expect(codes.filter((code) => !texts[code])).toEqual([])
  })
})

describe('rooms', () => {
  it('no feature imports another', () => {
    const crossing = product.flatMap(({ path, text }) => {
      const own = /^src\/features\/([^/]+)/.exec(path)?.[1]
      if (!own) return []
      return importsOf(text)
        .map((name) => /features\/([^/]+)/.exec(name)?.[1])
        .filter((other) => other !== undefined && other !== own)
        .map((other) => `${path} -> ${other}`)
    })
    expect(crossing).toEqual([])
  })

  it('every folder of the sources stands on a floor', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const names = folders.map(({ name }) => name).filter((name) => name !== 'locales')
    expect(names.sort()).toEqual(FLOORS.flat().sort())
  })

  it('imports go down the floors, never up', () => {
    const rising = product.flatMap((source) =>
      targetsOf(source)
        .filter((target) => floorOf(source.path) >= 0 && floorOf(target) > floorOf(source.path))
        .map((target) => `${source.path} -> ${target}`),
    )
    expect(rising).toEqual([])
  })

  it('the rooms of shared make no circle', () => {
    const arrows = sharedArrows()
    let open = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))]
    // A room that needs no open one is closed, until none is left or only circles are.
    for (let before = -1; before !== open.length; ) {
      before = open.length
      open = open.filter((room) => arrows.some(({ from, to }) => from === room && open.includes(to)))
    }
    expect(open).toEqual([])
  })

  it('the desk and the page of visitors know nothing of each other', () => {
    const crossing = product.flatMap((source) => {
      const own = /^src\/features\/tracking\/(desk|visitor)\//.exec(source.path)?.[1]
      const other = own === 'desk' ? 'visitor' : 'desk'
      const targets = own ? targetsOf(source) : []
      return targets
        .filter((target) => target.startsWith(`src/features/tracking/${other}/`))
        .map((target) => `${source.path} -> ${target}`)
    })
    expect(crossing).toEqual([])
  })

  it('components and blocks know no feature, no application and no operation', () => {
    const knowing = product
      .filter(({ path }) => /^src\/(ui|blocks)\//.test(path))
      .flatMap(({ path, text }) =>
        importsOf(text)
          .filter((name) => /features\/|@\/app\/|\/generated\/|@\/routes/.test(name))
          .map((name) => `${path} -> ${name}`),
      )
    expect(knowing).toEqual([])
  })

  it('features are put together in app and routes only', () => {
    const users = product
      .filter(
        ({ path, text }) =>
          importsOf(text).some((name) => name.includes('features/')) &&
          !/^src\/(app|routes|features)\//.test(path),
      )
      .map(({ path }) => path)
    expect(users).toEqual([])
  })

  it('there is one fetch', () => {
    expect(breaking(/\bfetch\(/, /src\/api\/request\.ts$/)).toEqual([])
  })

  it('what nobody may ask is not asked: a missing right is undefined, which asks', () => {
    expect(breaking(/enabled: (menu|can)(\.\w+|\[[^\]]+\])\s*[,}]/)).toEqual([])
  })

  it('there are no barrels and no drawer for odds and ends', () => {
    const names = files('src', /./).map((path) => relative('src', path))
    expect(
      names.filter((name) => /(^|\/)(index\.tsx?|utils?(\.tsx?)?|helpers?(\.tsx?)?)$/.test(name)),
    ).toEqual([])
  })

  it('files stay short enough to be read', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)
    expect(long).toEqual([])
  })
})

describe('looks', () => {
  it('columns of a creation show the seconds (LIST-6)', () => {
    const moments = product.flatMap(({ path, text }) =>
      [...text.matchAll(/^ *cell: .*<Moment at=\{[^}]*created_at\}.*$/gm)].map(([line]) => ({ path, line })),
    )
    expect(moments.length).toBeGreaterThan(5)
    expect(moments.filter(({ line }) => !line.includes(' exact '))).toEqual([])
  })

  it('no list cuts a time: the longest is 12/07/2026 02:30 AM', () => {
    const columns = product.flatMap(({ path, text }) =>
      [...text.matchAll(/^ +width: (\d+),\n(?:(?! +id:).*\n)*? +cell: .*<Moment .*$/gm)].map(([, width]) => ({
        path,
        width: Number(width),
      })),
    )
    expect(columns.length).toBeGreaterThan(40)
    expect(columns.filter(({ width }) => width < 166)).toEqual([])
  })

  it('days are written as the account has them, not as the browser does', () => {
    expect(breaking(/type\b\S*[=:] ?[{'"].*\bdate['"]/)).toEqual([])
  })

  it('colours come from the theme', () => {
    const styles = files('src', /\.css$/).filter((path) =>
      /#[0-9a-f]{3,8}\b/i.test(readFileSync(path, 'utf8')),
    )
    expect(styles).toEqual([])
    expect(breaking(/['"`]#[0-9a-f]{3,8}\b/i, /src\/ui\/theme\/(colors|hues)\.ts$/)).toEqual([])
  })
})

describe('end-to-end tests', () => {
  const tests = files('e2e', /\.ts$/).map((path) => ({ path, text: readFileSync(path, 'utf8') }))

  it('talk to the real server and never sleep', () => {
    const wrong = tests
      .filter(({ text }) => /\.route\(|waitForTimeout|(?<!test\.)setTimeout/.test(text))
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })
})
