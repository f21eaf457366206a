import { describe, expect, it } from 'vitest'
import type { UserProfileChoice, UserProfileRule } from '@/api/schema'
import { complete, differences, emptyProfile, inputOf } from './values'

const choices: UserProfileChoice[] = [
  { resource: 'shipment', action: 'list', scopes: ['none', 'any'] },
  { resource: 'background_task', action: 'show', scopes: ['own', 'any'] },
]
const rule = (scope: UserProfileRule['scope']): UserProfileRule => ({
  resource: 'shipment',
  action: 'list',
  scope,
})

describe('the values of a profile', () => {
  it('say the least where nothing else was said', () => {
    expect(complete({}, choices)).toEqual({ 'shipment list': 'none', 'background_task show': 'own' })
  })

  it('send only what says more than the least', () => {
    const values = {
      ...emptyProfile,
      rules: { 'shipment list': 'any', 'background_task show': 'own' } as const,
    }
    expect(inputOf(values, choices).rules).toEqual([rule('any')])
  })

  it('send nothing that a profile of this kind cannot say', () => {
    const values = { ...emptyProfile, rules: { 'shipment list': 'own' } as const }
    expect(inputOf(values, choices).rules).toEqual([])
  })
})

it('two profiles differ where one allows more, or what the other does not', () => {
  expect(differences([rule('any')], [rule('any')])).toEqual([])
  expect(differences([rule('own')], [rule('any')])).toMatchObject([{ left: 'own', right: 'any' }])
  expect(differences([], [rule('any')])).toMatchObject([{ left: 'none', right: 'any' }])
})
