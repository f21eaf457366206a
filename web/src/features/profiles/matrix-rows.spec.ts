import { describe, expect, it } from 'vitest'
import { ProfileKind, type UserProfileChoice } from '@/api/schema'
import { countAllowed, matrixGroups, reachOf, wholeState } from './matrix-rows'
import { startersOf } from './starters'

const choice = (resource: string, action: string, ...scopes: string[]) =>
  ({ resource, action, scopes }) as UserProfileChoice

const LIST = choice('shipment', 'list', 'none', 'any')
const CANCEL = choice('shipment', 'cancel', 'none', 'any')
const BANKS = choice('bank', 'list', 'none', 'any')
const ACCOUNT = choice('account', 'show', 'own')

describe('the matrix of a profile', () => {
  it('has the resources in the order of the menu, without what everybody may do', () => {
    const groups = matrixGroups([BANKS, ACCOUNT, LIST, CANCEL])
    expect(groups.map(({ name }) => name)).toEqual(['daily', 'administration'])
    expect(groups[0]?.rows).toEqual([{ resource: 'shipment', cells: [LIST, CANCEL] }])
  })

  it('keeps a resource that no group names', () => {
    const groups = matrixGroups([choice('moon_base', 'list', 'none', 'any')])
    expect(groups[0]?.rows[0]?.resource).toBe('moon_base')
  })

  it('says of several boxes whether all, some or none are set', () => {
    const rules = { 'shipment list': 'any' } as const
    expect(countAllowed([LIST, CANCEL], rules)).toBe(1)
    expect(wholeState([LIST, CANCEL], rules)).toEqual({ checked: false, indeterminate: true })
    expect(wholeState([LIST], rules)).toEqual({ checked: true, indeterminate: false })
    expect(wholeState([CANCEL], rules)).toEqual({ checked: false, indeterminate: false })
  })

  it('says whose records a row is about', () => {
    expect(reachOf([LIST])).toBe('any')
    expect(reachOf([choice('shipment', 'list', 'none', 'own')])).toBe('own')
  })
})

describe('a starter', () => {
  it('gives only what its kind of profile can have, and says something of every cell', () => {
    const own = [
      choice('shipment', 'list', 'none', 'own'),
      choice('shipment', 'record_event', 'none'),
      ACCOUNT,
    ]
    const starters = startersOf(ProfileKind.Client, own)
    expect(starters.map(([name]) => name)).toEqual(['shipping', 'following'])
    for (const [, rules] of starters) {
      expect(rules).toEqual({
        'shipment list': 'own',
        'shipment record_event': 'none',
        'account show': 'own',
      })
    }
  })

  it('of the warehouse records events and changes no shipment', () => {
    const cells = [
      choice('shipment', 'record_event', 'none', 'any'),
      choice('shipment', 'update', 'none', 'any'),
    ]
    const [, rules] = startersOf(ProfileKind.Staff, cells).find(([name]) => name === 'warehouse') ?? []
    expect(rules).toEqual({ 'shipment record_event': 'any', 'shipment update': 'none' })
  })

  it('is not offered to carriers, whose users do not exist yet', () => {
    expect(startersOf(ProfileKind.Provider, [LIST])).toEqual([])
  })
})
