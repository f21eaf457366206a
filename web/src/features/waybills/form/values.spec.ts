import { describe, expect, it } from 'vitest'
import { checkWaybill } from './check'
import { emptyCharge, emptyLeg, emptyRate, emptyWaybill, fieldsOf, newInputOf } from './values'

const ZONE = 'America/Sao_Paulo'
const TEXTS = { required: 'required', notADay: 'not a day' }
const GOOD = { ...emptyWaybill(), provider_id: 'LA', origin_airport: 'GRU', destination_airport: 'FRA' }

describe('the fields of a waybill', () => {
  it('leave out parties without anything in them', () => {
    const { shipper, consignee, agent } = fieldsOf(GOOD, ZONE)
    expect([shipper, consignee, agent]).toEqual([null, null, null])
    const named = fieldsOf({ ...GOOD, shipper: { ...GOOD.shipper, name: 'Atlântico' } }, ZONE)
    // A country that is missing is refused at its field.
    expect(named.shipper).toMatchObject({ name: 'Atlântico', country_id: 0 })
  })

  it('have volumes in cubic centimetres and moments in UTC', () => {
    const fields = fieldsOf({ ...GOOD, volume: '4.68608', cutoff_at: '2026-12-01T18:00' }, ZONE)
    expect(fields.volume_cm3).toBe(4_686_080)
    expect(fields.cutoff_at).toBe('2026-12-01T21:00:00.000Z')
  })

  it('have no keys of rows, and null for times that nobody typed', () => {
    const leg = { ...emptyLeg('GRU', 'FRA'), flight: 'LA8070', departs_on: '2026-12-01' }
    const rate = { ...emptyRate(), rate: '2.50' }
    const fields = fieldsOf({ ...GOOD, legs: [leg], rate_lines: [rate] }, ZONE)
    expect(fields.legs).toEqual([
      {
        flight: 'LA8070',
        origin: 'GRU',
        destination: 'FRA',
        departs_on: '2026-12-01',
        departure_time: null,
        arrives_on: null,
        arrival_time: null,
      },
    ])
    expect(fields.rate_lines).toEqual([{ rate_class: 'Q', commodity: '', chargeable_g: null, rate: '2.50' }])
  })

  it('go with the airline when the waybill is new', () => {
    expect(newInputOf(GOOD, ZONE)).toMatchObject({ provider_id: 'LA', number: null, subsidiary_id: null })
    expect(Object.keys(newInputOf(GOOD, ZONE))).not.toContain('reason')
  })
})

describe('the check of the form', () => {
  it('lets a waybill without flights, parties and charges pass', () => {
    expect(checkWaybill(GOOD, 'new', TEXTS)).toEqual({})
  })

  it('asks for the airline of a new one, and for the reason of an amendment', () => {
    const without = { ...GOOD, provider_id: null }
    expect(checkWaybill(without, 'new', TEXTS)).toEqual({ provider_id: 'required' })
    expect(checkWaybill(without, 'edit', TEXTS)).toEqual({})
    expect(checkWaybill(without, 'amend', TEXTS)).toEqual({ reason: 'required' })
  })

  it('names what rows and parties lack at their fields', () => {
    const values = {
      ...GOOD,
      legs: [{ ...emptyLeg('GRU', null), departs_on: '01/1' }],
      rate_lines: [emptyRate()],
      other_charges: [{ ...emptyCharge(), code: 'MY' }],
      consignee: { ...GOOD.consignee, name: 'Frankfurt Agent' },
      agent: { ...GOOD.agent, city: 'Guarulhos' },
    }
    expect(checkWaybill(values, 'edit', TEXTS)).toEqual({
      'legs.0.flight': 'required',
      'legs.0.destination': 'required',
      'legs.0.departs_on': 'not a day',
      'rate_lines.0.rate': 'required',
      'other_charges.0.amount': 'required',
      'consignee.street': 'required',
      'consignee.city': 'required',
      'consignee.country_id': 'required',
      'agent.name': 'required',
      'agent.iata_code': 'required',
    })
  })
})
