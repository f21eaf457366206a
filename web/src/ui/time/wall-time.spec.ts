import { expect, it } from 'vitest'
import { fromWall, toWall, zoneName } from './wall-time'

it('shows a moment as the clock there does', () => {
  expect(toWall(new Date('2026-11-21T02:30:00Z'), 'America/Sao_Paulo')).toBe('2026-11-20T23:30')
})

it('reads a wall clock as the moment it shows that time', () => {
  expect(fromWall('2026-11-20T23:30', 'America/Sao_Paulo')?.toISOString()).toBe('2026-11-21T02:30:00.000Z')
  expect(fromWall('2026-11-21T10:00', 'Asia/Kolkata')?.toISOString()).toBe('2026-11-21T04:30:00.000Z')
})

it('knows summer from winter time on the days they change', () => {
  expect(fromWall('2026-03-29T01:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T00:30:00.000Z')
  expect(fromWall('2026-03-29T03:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(fromWall('2026-10-25T05:00', 'Europe/Berlin')?.toISOString()).toBe('2026-10-25T04:00:00.000Z')
})

it('finds no moment in what is no time', () => {
  expect(fromWall('', 'UTC')).toBeUndefined()
})

it('calls a zone by the name people have for it', () => {
  expect(zoneName('America/Sao_Paulo', 'en')).toMatch(/^Brasilia .*Time$/)
  expect(zoneName('America/Sao_Paulo', 'pt-BR')).toMatch(/^Horário .*Brasília$/)
  expect(zoneName('America/Los_Angeles', 'en')).toBe('Pacific Time')
})
