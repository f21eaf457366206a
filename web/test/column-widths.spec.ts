import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Pixels of a letter of a header, of its sides, and of the button that sorts. */
const LETTER = 6.1
const SIDES = 16
const SORTING = 26
/** The space around the text of a badge: the sides of the cell and its own, and its icon. */
const BADGE = 52

const COLUMN = /\{\s*id: '\w+',(.*?)(?=\n {2,4}\},| \},\n)/gs
const HEADER = /header: \w+\('(?:([\w-]+):)?([\w.]+)'/
const WIDTH = /width: (\d+),/

const STATE = /text: .*t\(`(\w+)\.\$\{/

const textsAt = (language: string, namespace: string, key: string) => {
  const file = join('src/locales', language, `${namespace}.json`)
  if (!existsSync(file)) return undefined
  return key
    .split('.')
    .reduce<unknown>(
      (texts, part) => (texts as Record<string, unknown> | undefined)?.[part],
      JSON.parse(readFileSync(file, 'utf8')),
    )
}

const textOf = (language: string, namespace: string, key: string) => {
  const text = textsAt(language, namespace, key)
  return typeof text === 'string' ? text : ''
}

const longest = (text: string) => Math.max(...text.split(' ').map((word) => word.length))

it.each(['en', 'pt-BR', 'es'])('a column has room for each word of its header: %s', (language) => {
  const root = 'src/features'
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('columns.tsx'),
  )
  expect(files.length).toBeGreaterThan(30)
  const narrow = files.flatMap((name) => {
    const columns = [...readFileSync(join(root, name), 'utf8').matchAll(COLUMN)]
    return columns.flatMap(([, body = '']) => {
      const [, namespace = name.split('/')[0] ?? '', key = ''] = HEADER.exec(body) ?? []
      const width = Number(WIDTH.exec(body)?.[1])
      const text = textOf(language, namespace, key)
      const needed = longest(text) * LETTER + SIDES + (body.includes('sortable: true') ? SORTING : 0)
      return width < needed - 2 ? [`${name}: ${text} in ${width}`] : []
    })
  })
  expect(narrow).toEqual([])
})

it.each(['en', 'pt-BR', 'es'])('a column has room for each of its states: %s', (language) => {
  const root = 'src/features'
  const names = readdirSync(root).filter((name) => existsSync(join(root, name, 'columns.tsx')))
  const columns = names.flatMap((name) =>
    [...readFileSync(join(root, name, 'columns.tsx'), 'utf8').matchAll(COLUMN)]
      .filter(([, body = '']) => body.includes('<StatusBadge'))
      .map(([, body = '']) => ({ name, width: Number(WIDTH.exec(body)?.[1]), key: STATE.exec(body)?.[1] })),
  )
  expect(columns.length).toBeGreaterThan(25)
  const cut = columns.flatMap(({ name, width, key }) =>
    Object.values(key ? ((textsAt(language, name, key) ?? {}) as Record<string, unknown>) : {})
      .filter((text) => typeof text === 'string' && width < text.length * LETTER + BADGE - 2)
      .map((text) => `${name}: ${text} in ${width}`),
  )
  expect(cut).toEqual([])
})
