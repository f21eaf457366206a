import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Profile } from '@/api/schema'
import { LANGUAGES } from '@/i18n'
import { ANCHORS, CHAPTERS, STEPS, stepsFor } from './steps'

type Texts = { chapter: Record<string, string>; step: Record<string, { title: string; text: string }> }

const textsOf = (language: string) =>
  JSON.parse(readFileSync(`src/locales/${language}/tour.json`, 'utf8')) as Texts

const anchored = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('.spec.'))
    .map((name) => readFileSync(join('src', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bdata-tour="([\w-]+)"/g)].map(([, name]) => name)),
)

/** Somebody who has every right and every entry of the menu, but these. */
function reader(isOutside: boolean, without: string[] = []) {
  const all = (names: string[]) =>
    Object.fromEntries(names.filter((name) => !without.includes(name)).map((name) => [name, true]))
  const can = all(STEPS.map((step) => step.can))
  const menu = all(STEPS.map((step) => step.entry))
  return { can, menu, is_outside: isOutside } as unknown as Profile
}

const idsOf = (...args: Parameters<typeof reader>) => stepsFor(reader(...args)).map(({ id }) => id)

describe('texts', () => {
  it.each(LANGUAGES)('each step and chapter says something in %s, and nothing is left over', (language) => {
    const { step, chapter } = textsOf(language)
    expect(Object.keys(step).sort()).toEqual(STEPS.map(({ id }) => id as string).sort())
    expect(Object.keys(chapter).sort()).toEqual([...CHAPTERS].sort())
    for (const { title, text } of Object.values(step)) expect(title && text).toBeTruthy()
  })
})

describe('anchors', () => {
  it('each stands in the source', () => {
    expect(ANCHORS.filter((anchor) => !anchored.has(anchor))).toEqual([])
  })

  it('each of the source is one that a step points to', () => {
    const used = new Set<string>(STEPS.map(({ anchor }) => anchor))
    expect([...anchored].filter((name) => !used.has(name ?? ''))).toEqual([])
  })
})

describe('steps', () => {
  it('have names of their own', () => {
    expect(new Set(STEPS.map(({ id }) => id)).size).toBe(STEPS.length)
  })

  it('of a chapter stand together, in the order of the chapters', () => {
    const order = STEPS.map(({ chapter }) => CHAPTERS.indexOf(chapter))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('need their right', () => {
    expect(idsOf(false)).toContain('receiving')
    expect(idsOf(false, ['receiving.scan'])).not.toContain('receiving')
    expect(stepsFor({ can: {}, menu: {}, is_outside: false } as unknown as Profile)).toEqual([])
  })

  it('need a screen that the company has', () => {
    expect(idsOf(false, ['pickups'])).not.toContain('pickups')
  })

  it('of money differ for a client and for the company', () => {
    expect(idsOf(true)).toContain('wallet')
    expect(idsOf(true)).not.toContain('deposits')
    expect(idsOf(false)).toContain('deposits')
    expect(idsOf(false)).not.toContain('wallet')
  })
})
