import { beforeEach, expect, it } from 'vitest'
import { keepWay, takeWay } from './way'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

it('leads once to where one wanted to go', () => {
  keepWay('/shipments?page=2')
  expect(takeWay()).toBe('/shipments?page=2')
  expect(takeWay()).toBeUndefined()
})

it('waits for the link of an e-mail, which opens another tab', () => {
  keepWay('/calculator?weight=2', 'localStorage')
  sessionStorage.clear()
  expect(takeWay()).toBeUndefined()
  expect(takeWay('localStorage')).toBe('/calculator?weight=2')
  expect(takeWay('localStorage')).toBeUndefined()
})

it('never leads to another site, whoever wrote it down', () => {
  for (const foreign of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    sessionStorage.setItem('remessa-way', foreign)
    expect(takeWay(), foreign).toBeUndefined()
  }
})

it('forgets an older wish', () => {
  keepWay('/shipments')
  keepWay(undefined)
  expect(takeWay()).toBeUndefined()
})
