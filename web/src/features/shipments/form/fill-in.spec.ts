import { describe, expect, it } from 'vitest'
import { fillIn, nextOf, partyOf, proposalOf, senderOf, sideOf } from './fill-in'
import { emptyShipment } from './values'

const blank = emptyShipment('USD', 240)
const party = {
  ...partyOf(blank, 'from'),
  name: 'Horizonte',
  country_id: 32,
  city: 'São Paulo',
  person_type: 2 as const,
}

describe('what is filled in', () => {
  it('takes what is empty or as at first', () => {
    expect(fillIn(blank, blank, {}, sideOf('from', party))).toMatchObject({
      from_name: 'Horizonte',
      from_country_id: 32,
      from_person_type: 2,
    })
  })

  it('leaves what was typed by hand', () => {
    const typed = { ...blank, from_city: 'Santos' }
    const filled = fillIn(typed, blank, {}, sideOf('from', party))
    expect(filled).not.toHaveProperty('from_city')
    expect(filled).toHaveProperty('from_name', 'Horizonte')
  })

  it('replaces what an earlier proposal left', () => {
    const first = sideOf('from', party)
    const values = { ...blank, ...first, from_city: 'Santos' }
    const second = fillIn(
      values,
      blank,
      first,
      sideOf('from', { ...party, name: 'Mar Azul', city: 'Recife' }),
    )
    expect(second).toMatchObject({ from_name: 'Mar Azul' })
    expect(second).not.toHaveProperty('from_city')
  })

  it('without a client is the sender as at first', () => {
    const filled = proposalOf({ sender: null, last: null } as never, blank)
    expect(filled).toMatchObject({ from_name: null, from_country_id: 240 })
    expect(filled).not.toHaveProperty('to_name')
  })

  it('takes only the options that are known', () => {
    const last = { service_id: 's', incoterm: null, direction: 'import' }
    const filled = proposalOf({ sender: null, last } as never, blank)
    expect(filled).toMatchObject({ service_id: 's', direction: 'import' })
    expect(filled).not.toHaveProperty('incoterm')
  })
})

it('the next shipment keeps client, sender and service, and nothing else', () => {
  const values = {
    ...blank,
    ...sideOf('from', party),
    client_id: 'c',
    service_id: 's',
    to_name: 'Ana',
    notes: 'x',
  }
  expect(nextOf(values, blank)).toMatchObject({
    client_id: 'c',
    service_id: 's',
    from_name: 'Horizonte',
    to_name: null,
    notes: null,
  })
})

describe('the sender of a draft that has only a place', () => {
  const own = { ...party, postcode: '01310-100', address_1: 'Avenida Paulista', email: 'ship@horizonte.test' }
  const placed = { ...blank, from_country_id: 32, from_postcode: '01310100', from_city: 'Sao Paulo' }

  it('comes with its address where that is of the same place', () => {
    const same = { ...placed, from_city: 'São Paulo' }
    expect(senderOf(same, own)).toMatchObject({ from_name: 'Horizonte', from_address_1: 'Avenida Paulista' })
    expect(senderOf(same, own)).not.toHaveProperty('from_city')
  })

  it('comes without its address where that is of another place', () => {
    const filled = senderOf({ ...placed, from_city: 'Recife' }, own)
    expect(filled).toMatchObject({ from_name: 'Horizonte', from_email: 'ship@horizonte.test' })
    expect(filled).not.toHaveProperty('from_address_1')
  })
})
