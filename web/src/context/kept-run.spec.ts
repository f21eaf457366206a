import { expect, it } from 'vitest'
import type { FieldRoutes, Profile } from '@/api/schema'
import { forgetRuns, keepRuns, keepStart, readRuns, readStart } from './kept-run'
import type { Site } from './site'

const site = {} as Site
const driver = (id: string) => ({ id }) as Profile
const routes: FieldRoutes = { routes: [], reasons: [], cash: [] }

it('keeps the runs of one driver only', () => {
  keepStart({ site, profile: driver('ana') })
  keepRuns({ userId: 'ana', at: 1, routes })
  keepStart({ site, profile: driver('ana') })
  expect(readRuns('ana')?.routes).toEqual(routes)
  expect(readRuns('bo')).toBeUndefined()
  keepStart({ site, profile: driver('bo') })
  expect(readRuns('ana')).toBeUndefined()
  expect(readStart()?.profile.id).toBe('bo')
})

it('forgets everything at once, and reads nothing that is broken', () => {
  keepStart({ site, profile: driver('ana') })
  forgetRuns()
  expect(readStart()).toBeUndefined()
  localStorage.setItem('remessa-field-start-1', '{')
  expect(readStart()).toBeUndefined()
})
