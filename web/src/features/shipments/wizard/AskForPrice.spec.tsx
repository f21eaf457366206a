import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../../test/render'
import { AskForPrice } from './AskForPrice'

const session = vi.hoisted(() => ({ can: {} as Record<string, boolean> }))
vi.mock('@/context/session', () => ({ useProfile: () => session }))

it('a price that the company names is asked for in a ticket about the shipment', async () => {
  session.can = { 'support_ticket.create': true }
  await renderPage(() => <AskForPrice shipmentId="7" />)
  const link = screen.getByRole('link', { name: 'Ask for a price' })
  expect(link).toHaveAttribute('href', '/supports/new?shipment_id=7')
})

it('who may open no ticket reads only that the price is agreed', async () => {
  session.can = {}
  await renderPage(() => <AskForPrice shipmentId="7" />)
  expect(screen.getByText('The price is agreed with the company.')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
