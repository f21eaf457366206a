import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ProfileMenu } from '@/api/schema'
import { renderPage } from '../../test/render'
import { SideMenu } from './SideMenu'

const session = vi.hoisted(() => ({ menu: {} as ProfileMenu }))

vi.mock('@/context/session', () => ({ useProfile: () => session, hasPortal: () => false }))

beforeEach(() => {
  localStorage.clear()
  session.menu = {
    shipments: true,
    tracking: true,
    packages: true,
    banks: true,
    countries: true,
    my_account: true,
    users: true,
  }
})

const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

it('has its entries in their order, and names a group for what it holds', async () => {
  await renderPage(() => <SideMenu />)
  expect(links()).toEqual(['Shipments', 'Tracking', 'Packages', 'My account', 'Banks', 'Countries', 'Users'])
  const auxiliary = within(screen.getByRole('list', { name: 'Auxiliary' }))
  expect(auxiliary.getByRole('link')).toHaveTextContent('Packages')
  const administration = within(screen.getByRole('list', { name: 'Administration' }))
  const records = within(administration.getByRole('list', { name: 'Records' }))
  expect(records.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Banks', 'Countries'])
})

it('closes all of Administration, and where we are stays to be seen', async () => {
  await renderPage(() => <SideMenu />)
  const group = screen.getByRole('button', { name: 'Administration' })
  await userEvent.click(group)
  expect(group).toHaveAttribute('aria-expanded', 'false')
  expect(links()).toEqual(['Shipments', 'Tracking', 'Packages', 'My account'])
})

it('closes a group by the keyboard, and remembers that', async () => {
  const { unmount } = await renderPage(() => <SideMenu />)
  const group = screen.getByRole('button', { name: 'Records' })
  expect(group).toHaveAttribute('aria-expanded', 'true')
  group.focus()
  await userEvent.keyboard('{Enter}')
  expect(group).toHaveAttribute('aria-expanded', 'false')
  expect(links()).toEqual(['Shipments', 'Tracking', 'Packages', 'My account', 'Users'])

  unmount()
  await renderPage(() => <SideMenu />)
  const again = screen.getByRole('button', { name: 'Records' })
  expect(again).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(again)
  expect(links()).toContain('Banks')
})

it('has no heading for a single entry', async () => {
  session.menu = { shipments: true, banks: true, my_account: true }
  await renderPage(() => <SideMenu />)
  expect(links()).toEqual(['Shipments', 'My account', 'Banks'])
  expect(screen.queryByRole('button')).toBeNull()
})

it('names its icons where it is narrow, and has no room for headings', async () => {
  await renderPage(() => <SideMenu narrow />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Packages' })).toBeInTheDocument()
})
