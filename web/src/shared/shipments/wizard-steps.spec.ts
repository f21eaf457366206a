import { expect, it } from 'vitest'
import { openStep, stepOf } from './wizard-steps'

it('finds the step of a field by its path', () => {
  expect(
    ['from_city', 'client_id', 'to_state_id', 'parcels.0.weight_g', 'items.1.hs_code'].map(stepOf),
  ).toEqual(['origin', 'origin', 'destination', 'packages', 'packages'])
  expect(['service_id', 'incoterm', 'declared_value'].map(stepOf)).toEqual(['service', 'service', 'packages'])
})

it('goes on with the first step that lacks something', () => {
  expect(openStep(['items', 'to_city'])).toBe('destination')
  expect(openStep(['service_id'])).toBe('service')
  expect(openStep([])).toBe('review')
})
