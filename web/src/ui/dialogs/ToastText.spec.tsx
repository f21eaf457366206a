import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { ToastText } from './ToastText'

const TEXT = 'Sofia Reis opened the ticket about the shipment that customs have held since Monday'

/** Nothing is drawn here: the text needs this height, and two lines of it have 40 pixels. */
function drawText(needed: number) {
  const give = (height: number) => ({ configurable: true, get: () => height })
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', give(needed))
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', give(40))
}

it('a text of more than two lines is whole after "More" (NOT-3)', async () => {
  drawText(90)
  await renderPage(() => <ToastText>{TEXT}</ToastText>)
  expect(screen.getByText(TEXT)).not.toHaveAttribute('data-whole')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByText(TEXT)).toHaveAttribute('data-whole', 'true')
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
})

it('a text that has room has no "More" (NOT-3)', async () => {
  drawText(40)
  await renderPage(() => <ToastText>{TEXT}</ToastText>)
  expect(screen.getByText(TEXT)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
})
