import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ShipmentStatus } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { useStatusLook } from './useStatusLook'

const reader = vi.hoisted(() => ({ isClient: false }))
vi.mock('@/context/session', () => ({ useProfile: () => ({}), hasPortal: () => reader.isClient }))

const Received = () => <p>{useStatusLook()(ShipmentStatus.Received).label}</p>

it('staff read the status in the words of the trade', async () => {
  reader.isClient = false
  await renderPage(() => <Received />)
  expect(await screen.findByText('Received')).toBeInTheDocument()
})

it('a client reads on the page what the list says', async () => {
  reader.isClient = true
  await renderPage(() => <Received />)
  expect(await screen.findByText('At our warehouse')).toBeInTheDocument()
})
