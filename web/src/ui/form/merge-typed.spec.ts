import { describe, expect, it } from 'vitest'
import { mergeTyped } from './merge-typed'

describe('a record that two people changed', () => {
  it('keeps the typed fields and takes the others', () => {
    const merged = mergeTyped({ a: 1, b: 1, c: 1 }, { a: 2, b: 1, c: 2 }, { a: 3, b: 3, c: 1 })
    expect(merged).toEqual({ a: 2, b: 3, c: 2 })
  })

  it('merges a group field by field, and a list as one', () => {
    const base = { title: { pt: 'caixa', en: 'box' }, tags: ['a'] }
    const typed = { title: { pt: 'caixa', en: 'carton' }, tags: ['a', 'b'] }
    const newest = { title: { pt: 'caixote', en: 'box' }, tags: ['c'] }
    expect(mergeTyped(base, typed, newest)).toEqual({
      title: { pt: 'caixote', en: 'carton' },
      tags: ['a', 'b'],
    })
  })
})
