import { describe, expect, it } from 'vitest'
import { collect, settle } from './collected'

const lines = (...codes: string[]) => codes.map((code) => ({ code }))

describe('collecting', () => {
  it('puts the newest scan first', () => {
    expect(collect(lines('A'), 'B').lines).toEqual(lines('B', 'A'))
  })

  it('notices a code that is there already, and keeps one of it', () => {
    const result = collect(lines('A'), 'a B')
    expect(result.lines).toEqual(lines('B', 'A'))
    expect(result.scan).toEqual({ added: ['B'], known: ['A'], tooMany: false })
  })

  it('takes many at once', () => {
    expect(collect([], 'A,B C\nD').scan.added).toEqual(['A', 'B', 'C', 'D'])
  })

  it('stops at what one call may name, and says so', () => {
    const many = Array.from({ length: 499 }, (_, at) => `C${at}`)
    const { lines: kept, scan } = collect(lines(...many), 'X Y')
    expect(kept).toHaveLength(500)
    expect(scan).toEqual({ added: ['X'], known: [], tooMany: true })
  })
})

describe('settling', () => {
  const outcome = (tracking_code: string, message_code: string | null) => ({
    tracking_code,
    recorded: message_code === null,
    message_code,
    unconfirmed: false,
    on_hold: false,
  })
  const reason = ({ message_code }: { message_code: string | null }) => `because ${message_code}`

  it('keeps what was refused, with the reason', () => {
    const rest = settle(lines('A', 'B'), [outcome('A', null), outcome('B', 'not_found')], reason)
    expect(rest).toEqual([{ code: 'B', refusal: 'because not_found' }])
  })

  it('lets go of what was recorded before, so that a repeated attempt ends', () => {
    expect(settle(lines('A'), [outcome('A', 'event_already_recorded')], reason)).toEqual([])
  })

  it('keeps a code that was scanned while the answer was on its way', () => {
    expect(settle(lines('NEW', 'A'), [outcome('A', null)], reason)).toEqual(lines('NEW'))
  })
})
