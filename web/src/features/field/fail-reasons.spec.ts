import { expect, it } from 'vitest'
import type { FieldReason } from '@/api/schema'
import { reasonsAt } from './fail-reasons'

const reason = (code: FieldReason['code']): FieldReason => ({
  code,
  is_attempt: true,
  asks_photo: false,
  next_step: 'ask_client',
})

it('cash that was not paid is a reason where cash is due, and nowhere else', () => {
  const reasons = [reason('refused'), reason('cod_not_paid')]
  expect(reasonsAt({ cod_due: '40.00' }, reasons)).toEqual(reasons)
  expect(reasonsAt({ cod_due: null }, reasons)).toEqual([reason('refused')])
})
