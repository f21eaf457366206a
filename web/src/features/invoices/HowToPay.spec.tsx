import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Invoice, PaymentAccount } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { HowToPay } from './HowToPay'

vi.mock('@/context/session', () => ({ useProfile: () => ({ is_outside: true, menu: {}, can: {} }) }))

const ACCOUNT = { id: 'a', label: 'Bank', holder: 'Horizonte', account: '000123456' } as PaymentAccount
const OPEN = {
  number: '2026-7',
  status: 'open',
  currency: 'USD',
  due_on: '2026-12-01',
  open_amount: '30.00',
  subsidiary_id: null,
  accounts: [ACCOUNT],
} as unknown as Invoice

it('says until when an invoice is to be paid', async () => {
  await renderPage(() => <HowToPay invoice={OPEN} />)
  expect(screen.getByText(/^Transfer US\$30\.00 by 01\/12\/2026 /)).toBeVisible()
})

it('asks for no transfer by a day that is over', async () => {
  await renderPage(() => <HowToPay invoice={{ ...OPEN, status: 'overdue' } as Invoice} />)
  expect(screen.getByText(/^This invoice was due on 01\/12\/2026\. Transfer US\$30\.00 to/)).toBeVisible()
  expect(screen.queryByText(/^Transfer/)).toBeNull()
})
