import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { useHoldWords } from './useHoldWords'

const reader = vi.hoisted(() => ({ isClient: false }))
vi.mock('@/context/session', () => ({ useProfile: () => ({}), hasPortal: () => reader.isClient }))

const Unpaid = () => <p>{useHoldWords()('payment')}</p>

it('staff read what the tracking page tells everybody', async () => {
  reader.isClient = false
  await renderPage(() => <Unpaid />)
  expect(await screen.findByText('On hold: waiting for a confirmation from the sender')).toBeInTheDocument()
})

it('a client is told that their own payment is awaited', async () => {
  reader.isClient = true
  await renderPage(() => <Unpaid />)
  expect(await screen.findByText('On hold: we are waiting for your payment')).toBeInTheDocument()
})
