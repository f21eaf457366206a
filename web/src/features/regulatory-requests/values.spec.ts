import { expect, it } from 'vitest'
import { asksFor, NO_VALUES } from './values'

const parts = (values: Partial<typeof NO_VALUES>) => {
  const all = { ...NO_VALUES, ...values }
  return { prescription: asksFor('prescription', all), authorization: asksFor('authorization', all) }
}

it('a cosmetic has no prescription and no authorization', () => {
  expect(parts({ category: 'cosmetic' })).toEqual({ prescription: false, authorization: false })
  expect(parts({ category: 'medicine' })).toEqual({ prescription: true, authorization: false })
  expect(parts({ category: 'cannabis' })).toEqual({ prescription: true, authorization: true })
  expect(parts({})).toEqual({ prescription: true, authorization: true })
})

it('what was typed stays to be seen when the category changes', () => {
  const typed = { category: 'cosmetic', prescriber: 'Dr. Ana Reis' } as const
  expect(parts(typed)).toEqual({ prescription: true, authorization: false })
})
