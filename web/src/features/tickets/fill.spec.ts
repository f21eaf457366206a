import { expect, it } from 'vitest'
import { fill } from './fill'

const FACTS = { name: 'Ana {number}', number: '12', shipment: '' }

it('gives placeholders their values once', () => {
  expect(fill('Hello {name}, ticket #{number}. { name } {code}', FACTS)).toBe(
    'Hello Ana {number}, ticket #12. { name } {code}',
  )
})

it('leaves out a line without any value', () => {
  expect(fill('Hello\nShipment {shipment}\n{shipment} {number}\nBye', FACTS)).toBe('Hello\n 12\nBye')
})
