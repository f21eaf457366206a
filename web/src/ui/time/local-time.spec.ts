import { describe, expect, it } from 'vitest'
import { localTime } from './local-time'

describe('localTime', () => {
  it('reads the clock of the place, with its offset', () => {
    expect(localTime('2026-11-21T01:30:00Z', 'America/Sao_Paulo', 'pt-BR')).toEqual({
      day: '20/11/2026',
      time: '22:30',
      zone: 'GMT-3',
    })
  })

  it('follows daylight saving time', () => {
    expect(localTime('2026-07-01T12:00:00Z', 'Europe/Berlin', 'en-GB').zone).toBe('GMT+2')
    expect(localTime('2026-12-01T12:00:00Z', 'Europe/Berlin', 'en-GB').zone).toBe('GMT+1')
  })

  it('writes midnight as 00:00', () => {
    expect(localTime('2026-11-21T00:00:00Z', 'UTC', 'en-GB').time).toBe('00:00')
  })

  it('reads an unknown zone as UTC', () => {
    expect(localTime('2026-11-21T14:30:00Z', 'Mars/Olympus_Mons', 'es')).toEqual({
      day: '21/11/2026',
      time: '14:30',
      zone: 'UTC',
    })
  })
})
