import { describe, expect, it } from 'vitest'
import { stepOf } from './steps'

describe('the step that is shown', () => {
  it('is the one the import is at', () => {
    expect([0, 10, 20, 30, 40, 50, 60].map((status) => stepOf(status as 10, undefined))).toEqual([
      'result',
      'map',
      'check',
      'check',
      'run',
      'result',
      'result',
    ])
  })

  it('may go back to the columns as long as nothing has come in, or something was interrupted', () => {
    expect(stepOf(30, 'map')).toBe('map')
    expect(stepOf(60, 'map')).toBe('map')
    expect(stepOf(50, 'map')).toBe('result')
    expect(stepOf(40, 'map')).toBe('run')
  })

  it('never runs ahead of the import', () => {
    expect(stepOf(10, 'result')).toBe('map')
    expect(stepOf(30, 'result')).toBe('check')
  })
})
