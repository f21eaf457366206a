import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { Setup } from './Setup'

const session = vi.hoisted(() => ({ profile: { can: {}, menu: {} } as Record<'can' | 'menu', object> }))
vi.mock('@/context/session', () => ({ useProfile: () => session.profile }))

const SETUP = {
  brand: true,
  company: false,
  account: false,
  services: false,
  rates: false,
  prices: false,
  users: false,
  mail: false,
  client: false,
  shipment: false,
}

beforeEach(() => {
  localStorage.clear()
  session.profile = { can: { 'feature_flag.update': true }, menu: { services: true, clients: true } }
})

it('leads to the screen of each step, and says which are done', async () => {
  await renderPage(() => <Setup setup={SETUP} />)
  expect(screen.getByText('1 of 10 done')).toBeVisible()
  const [done] = screen.getAllByRole('link')
  expect(done).toHaveAccessibleName(/^Done/)
  expect(screen.getByRole('link', { name: /^First service/ })).toHaveAttribute('href', '/services/new')
  expect(screen.getByRole('link', { name: /^Prices/ })).toHaveAttribute('href', '/price-tables')
  expect(screen.getByRole('link', { name: /^Exchange rates/ })).toHaveAttribute(
    'href',
    '/exchange-rates/new?from=USD',
  )
})

it('leads to the features where the screen of a step is switched off', async () => {
  session.profile = { can: { 'feature_flag.update': true }, menu: { services: true } }
  await renderPage(() => <Setup setup={SETUP} />)
  const client = screen.getByRole('link', { name: /^First client/ })
  expect(client).toHaveAttribute('href', '/feature-flags')
  expect(client).toHaveAccessibleName(/Switch it on under Features first/)
  expect(screen.getByRole('link', { name: /^First service/ })).toHaveAttribute('href', '/services/new')
})

it('leaves out the steps that the company does not have, and does not count them', async () => {
  await renderPage(() => <Setup setup={{ ...SETUP, rates: null, client: null }} />)
  expect(screen.getByText('1 of 8 done')).toBeVisible()
  expect(screen.getAllByRole('link')).toHaveLength(8)
  expect(screen.queryByRole('link', { name: /^(Exchange rates|First client)/ })).toBeNull()
})

it('stays away once it is hidden', async () => {
  const { unmount } = await renderPage(() => <Setup setup={SETUP} />)
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('1 of 10 done')).toBeNull()
  unmount()
  await renderPage(() => <Setup setup={SETUP} />)
  expect(screen.queryByText('1 of 10 done')).toBeNull()
})
