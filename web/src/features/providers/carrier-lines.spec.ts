import { expect, it } from 'vitest'
import type { NamedService } from '@/api/schema'
import { filledOf, linesOf } from './carrier-lines'

const service = (id: string) => ({ id, code: id, title_locale: {} }) as unknown as NamedService

it('each service of the provider has a line, and what is mapped already stays', () => {
  const mapped = [
    { service_id: 'b', carrier_service: 'ground' },
    { service_id: 'old', carrier_service: 'air' },
  ]
  expect(linesOf([service('a'), service('b')], mapped)).toEqual([
    { service_id: 'a', carrier_service: '' },
    { service_id: 'b', carrier_service: 'ground' },
    { service_id: 'old', carrier_service: 'air' },
  ])
})

it('an empty line maps nothing', () => {
  const lines = [
    { service_id: 'a', carrier_service: ' ' },
    { service_id: 'b', carrier_service: ' ground ' },
  ]
  expect(filledOf(lines)).toEqual([{ service_id: 'b', carrier_service: 'ground' }])
})
