import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { Setup } from './Setup'

const SETUP = {
  brand: true,
  company: false,
  account: false,
  services: false,
  prices: false,
  users: false,
  mail: false,
  client: false,
  shipment: false,
}

beforeEach(() => localStorage.clear())

it('leads to the screen of each step, and says which are done', async () => {
  await renderPage(() => <Setup setup={SETUP} />)
  expect(screen.getByText('1 of 9 done')).toBeVisible()
  const [done] = screen.getAllByRole('link')
  expect(done).toHaveAccessibleName(/^Done/)
  expect(screen.getByRole('link', { name: /^First service/ })).toHaveAttribute('href', '/services/new')
  expect(screen.getByRole('link', { name: /^Prices/ })).toHaveAttribute('href', '/price-tables')
})

it('stays away once it is hidden', async () => {
  const { unmount } = await renderPage(() => <Setup setup={SETUP} />)
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('1 of 9 done')).toBeNull()
  unmount()
  await renderPage(() => <Setup setup={SETUP} />)
  expect(screen.queryByText('1 of 9 done')).toBeNull()
})
