import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TicketMessage } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { Messages } from './Messages'

const MESSAGE: TicketMessage = {
  id: 'a',
  seq: 1,
  internal: false,
  by_staff: true,
  is_mine: false,
  author: { id: 'u', name: 'Ana Souza', label: null },
  body: 'It left today.',
  body_html: '<p>It left today.</p>',
  files: [],
  created_at: '2026-11-21T17:10:05Z',
  by_email: null,
}

it('a message of a ticket has the seconds of its time (SUP-1)', async () => {
  await renderPage(() => <Messages ticketId="t" messages={[MESSAGE]} />)
  expect(screen.getByRole('article', { name: /Ana Souza/ })).toHaveTextContent('It left today.')
  expect(screen.getByText(/10:05/)).toHaveAttribute('datetime', MESSAGE.created_at)
})
