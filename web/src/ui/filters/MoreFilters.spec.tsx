import { Select } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { MoreFilters } from './MoreFilters'

const show = (count = 0) =>
  renderPage(() => (
    <MoreFilters count={count}>
      <Select label="Colour" data={['red', 'blue']} comboboxProps={{ withinPortal: false }} />
    </MoreFilters>
  ))

const field = () => screen.queryByRole('combobox', { name: 'Colour' }) ?? screen.queryByLabelText('Colour')

it('tells how many of the filters inside are set', async () => {
  await show(2)
  expect(screen.getByRole('button', { name: 'Filters 2' })).toBeVisible()
})

it('the first Escape closes the options, the second the filters, and the focus goes back', async () => {
  await show()
  const button = screen.getByRole('button', { name: 'Filters' })
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Colour' }))
  expect(screen.getByRole('option', { name: 'red' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(field()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(field()).toBeNull())
  await waitFor(() => expect(button).toHaveFocus())
})
