import { MantineProvider } from '@mantine/core'
import { IconPlane } from '@tabler/icons-react'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { EventTimeline, type TimelineEvent } from './EventTimeline'
import type { Clock } from './local-time'

afterEach(cleanup)

const DEPARTED: TimelineEvent = {
  id: '1',
  icon: IconPlane,
  title: 'Departed',
  text: 'The shipment has left its origin.',
  at: '2026-11-21T14:30:00Z',
  timeZone: 'America/Sao_Paulo',
  location: 'Guarulhos',
}

function show(clock: Clock, readerZone?: string) {
  render(
    <MantineProvider>
      <EventTimeline label="Events" events={[DEPARTED]} clock={clock} readerZone={readerZone} />
    </MantineProvider>,
  )
  return within(screen.getByRole('list', { name: 'Events' })).getByRole('listitem')
}

it('tells what happened, where, and when by the clock of the place', () => {
  const event = show('place')
  expect(event).toHaveTextContent('Departed')
  expect(event).toHaveTextContent('Guarulhos')
  expect(event).toHaveTextContent('21/11/2026 11:30 GMT-3')
})

it('tells the same moment by the clock of the reader, and in UTC', () => {
  expect(show('mine', 'Asia/Shanghai')).toHaveTextContent('21/11/2026 22:30 GMT+8')
})

it('keeps the moment itself in the markup, whatever the clock', () => {
  const event = show('utc')
  expect(event).toHaveTextContent('21/11/2026 14:30 UTC')
  expect(event.querySelector('time')).toHaveAttribute('datetime', '2026-11-21T14:30:00Z')
})
