import { expect, it } from 'vitest'
import type { Shipment } from '@/api/schema'
import { emptyPickup, fromShipment, inputOf } from './values'

const shipment = {
  id: 'shipment',
  client_id: 'client',
  client_name: 'Papelaria Sol',
  from_name: 'Papelaria Sol',
  from_responsible: 'Ana Souza',
  from_phone: '+5511999990000',
  from_country_id: 32,
  from_postcode: '01310100',
  from_address_1: 'Avenida Paulista',
  from_city: 'São Paulo',
  parcels: [{}, {}],
} as unknown as Shipment

const values = { ...emptyPickup(238), ...fromShipment(shipment) }

it('asks for the parcels of the shipment that the wizard has confirmed, where its sender is', () => {
  expect(inputOf(values)).toMatchObject({
    client_id: 'client',
    shipment_ids: ['shipment'],
    contact: 'Ana Souza',
    country_id: 32,
    address_1: 'Avenida Paulista',
    city: 'São Paulo',
    parcels: 2,
    repeats: null,
  })
})

it('is repeated on weekdays in their order, for ever unless a day ends it', () => {
  const weekly = inputOf({ ...values, weekdays: ['4', '2'] })
  expect(weekly.repeats).toEqual({ weekdays: [2, 4], until: null })
  const ended = inputOf({ ...values, weekdays: ['2'], until: '2026-12-31' })
  expect(ended.repeats).toEqual({ weekdays: [2], until: '2026-12-31' })
})

it('has a place when somebody has typed one', () => {
  expect(inputOf({ ...values, coordinates: '-23.55, -46.63' })).toMatchObject({
    latitude: -23.55,
    longitude: -46.63,
  })
})
