import { describe, expect, it } from 'vitest'
import type { PolicyStep } from '@/api/schema'
import { waysOn } from './ways-on'

const step = (code: PolicyStep['code'], more: Partial<PolicyStep> = {}) =>
  ({ code, verdict: 'neutral', ...more }) as PolicyStep

const asked = {
  user: { id: 'u1' },
  question: { resource: 'shipment', action: 'cancel' },
  can: { 'user_profile.update': true, 'user.update': true, 'feature_flag.update': true },
  menu: {},
  isGrantable: true,
} as const

const SILENT = step('profile_silent', { profile_id: 'p1', profile_name: 'Desk' })

describe('the ways on from a refusal', () => {
  it('lead to the row of the profile that says nothing', () => {
    const answer = { allowed: false, steps: [SILENT] }
    expect(waysOn({ ...asked, answer })).toEqual([
      { text: 'grant', to: '/profiles/p1?right=shipment.cancel', name: 'Desk' },
    ])
  })

  it('are not offered for what no profile can give, or to whom may not change profiles', () => {
    const answer = { allowed: false, steps: [SILENT] }
    expect(waysOn({ ...asked, answer, isGrantable: false })).toEqual([])
    expect(waysOn({ ...asked, answer, can: {} })).toEqual([])
  })

  it('switch on the feature that is off', () => {
    const answer = { allowed: false, steps: [step('flag_off', { flag: 'auxiliar' })] }
    expect(waysOn({ ...asked, answer })).toEqual([{ text: 'flag', to: '/feature-flags' }])
  })

  it('lead to the list of clients where the company has one', () => {
    const answer = { allowed: false, steps: [step('client_inactive')] }
    const ways = (menu: { clients?: true }) =>
      waysOn({ ...asked, can: { 'client.activate': true }, menu, answer })
    expect(ways({ clients: true })).toEqual([{ text: 'client', to: '/clients' }])
    expect(ways({})).toEqual([])
  })

  it('assign the user to the subsidiary of the record', () => {
    const answer = { allowed: false, steps: [step('record_of_other_subsidiary')] }
    expect(waysOn({ ...asked, answer })).toEqual([{ text: 'subsidiaries', to: '/users/u1/edit' }])
  })
})
