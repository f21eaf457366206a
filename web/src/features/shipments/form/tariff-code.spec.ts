import { expect, it } from 'vitest'
import { writeTariffCode } from './tariff-code'

it('a tariff code is read as customs write it', () => {
  expect(writeTariffCode('691200')).toBe('6912.00')
  expect(writeTariffCode('69120000')).toBe('6912.0000')
  expect(writeTariffCode('0901.21')).toBe('0901.21')
})
