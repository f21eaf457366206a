import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Texts = { [key: string]: string | Texts }

const LOCALE = 'src/locales/en'
const read = (name: string) => JSON.parse(readFileSync(join(LOCALE, name), 'utf8')) as Texts

/** The texts that clients and partners read in place of those of the staff, by their key. */
const ownTexts = (texts: Texts): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string') return ownTexts(text)
    return /(?:Own|Outside)$/.test(key) ? [[key, text] as [string, string]] : []
  })

it('texts of clients do not speak of clients', () => {
  const own = readdirSync(LOCALE).flatMap((name) => ownTexts(read(name)))
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter(([, text]) => /\bclients?\b|\bcustomers?\b/i.test(text))).toEqual([])
})

it('lists that clients have too do not ask them to search by client', () => {
  const lists = ['claims', 'deposits', 'invoices', 'reviews', 'uploads']
  const without = lists.filter((list) => {
    const { search, searchOwn, searchOutside } = read(`${list}.json`)
    return /client/i.test(String(search)) && !(searchOwn ?? searchOutside)
  })
  expect(without).toEqual([])
})
