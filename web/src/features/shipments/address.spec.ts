import { expect, it } from 'vitest'
import { addressLines, type PostalAddress } from './address'

const NONE: PostalAddress = {
  street: null,
  number: null,
  complement: null,
  district: null,
  postcode: null,
  city: null,
  state: null,
  country: '',
}

it('an address in the United States begins with the number and ends with state and ZIP code', () => {
  const address = {
    ...NONE,
    country: 'US',
    street: 'Biscayne Blvd',
    number: '100',
    complement: 'Apt 4',
    city: 'Miami',
    state: 'FL',
    postcode: '33131',
  }
  expect(addressLines(address)).toEqual(['100 Biscayne Blvd, Apt 4', 'Miami, FL 33131'])
})

it('an address in Brazil has its number after the street, its district and its CEP', () => {
  const address = {
    ...NONE,
    country: 'BR',
    street: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    postcode: '01310100',
  }
  expect(addressLines(address)).toEqual(['Avenida Paulista, 1000', 'Bela Vista', '01310-100 São Paulo, SP'])
})

it('an address in Germany has no mark between the street and its number', () => {
  const berlin = { ...NONE, country: 'DE', postcode: '10119', city: 'Berlin' }
  const address = { ...berlin, street: 'Torstraße', number: '44' }
  expect(addressLines(address)).toEqual(['Torstraße 44', '10119 Berlin'])
})

it('what is not known leaves no mark', () => {
  expect(addressLines({ ...NONE, country: 'DE', city: 'Berlin' })).toEqual(['Berlin'])
  expect(addressLines(NONE)).toEqual([])
})

it('a state with the name of its city is written once', () => {
  const portugal = { ...NONE, country: 'PT', postcode: '1100-063', city: 'Lisboa' }
  expect(addressLines({ ...portugal, state: 'Lisboa' })).toEqual(['1100-063 Lisboa'])
  expect(addressLines({ ...portugal, city: 'Sintra', state: 'Lisboa' })).toEqual(['1100-063 Sintra, Lisboa'])
  expect(addressLines({ ...NONE, country: 'ES', city: 'Málaga', state: 'Malaga' })).toEqual(['Málaga'])
  expect(addressLines({ ...NONE, country: 'US', city: 'New York', state: 'New York' })).toEqual([
    'New York, New York',
  ])
})
