import { expect, it } from 'vitest'
import { uuidV7 } from './uuid'

it('begins with the time and says its version', () => {
  const id = uuidV7(0x0199_d3c2_7c1a)
  expect(id).toMatch(/^0199d3c2-7c1a-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(uuidV7(1)).not.toBe(uuidV7(1))
})
