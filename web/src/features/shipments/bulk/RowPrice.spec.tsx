import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render'
import { Losses, RowPrice } from './RowPrice'

const total = { amount: '46.00', currency: 'USD' }
const loss = { amount: '219.53', currency: 'USD' }

it('a shipment below its cost is named with its loss, and counted above the list', async () => {
  await renderPage(() => (
    <>
      <Losses
        rows={[
          { total, loss },
          { total, loss: null },
        ]}
      />
      <RowPrice total={total} loss={loss} />
    </>
  ))
  expect(screen.getByRole('status')).toHaveTextContent('1')
  expect(screen.getByText(/219\.53/)).toBeVisible()
})

it('prices above their cost have no warning', async () => {
  await renderPage(() => (
    <>
      <Losses rows={[{ total, loss: null }]} />
      <RowPrice total={total} loss={null} />
    </>
  ))
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText(/46\.00/)).toBeVisible()
})
