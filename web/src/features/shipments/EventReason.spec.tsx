import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { EventReason } from './EventReason'

it('says in words why a driver did not hand over or collect, and leaves what somebody wrote', async () => {
  await renderPage(() => (
    <ul>
      <li>
        <EventReason code="DELIVERY_FAILED" reason="recipient_absent" />
      </li>
      <li>
        <EventReason code="PICKUP_FAILED" reason="not_ready" />
      </li>
      <li>
        <EventReason code="DELIVERY_FAILED" reason="The dog was loose" />
      </li>
    </ul>
  ))
  expect(await screen.findByText('Recipient absent')).toBeVisible()
  expect(await screen.findByText('Parcels not ready')).toBeVisible()
  expect(screen.getByText('The dog was loose')).toBeVisible()
  expect(screen.queryByText('recipient_absent')).toBeNull()
})
