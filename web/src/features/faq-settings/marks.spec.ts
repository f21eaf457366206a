import { expect, it } from 'vitest'
import { removeMarks } from './marks'

it('reads as one line without its marks', () => {
  const text = 'It depends:\n\n- **Taxes included**: the sender pays.\n- See [prices](https://example.com/a).'
  expect(removeMarks(text)).toBe('It depends: Taxes included: the sender pays. See prices.')
})

it('leaves what only looks like a mark', () => {
  expect(removeMarks('2 * 3 kg, 10 - 12 days, SKU_A_1')).toBe('2 * 3 kg, 10 - 12 days, SKU_A_1')
})
