import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ProfileMenu } from '@/api/schema'
import { renderPage } from '../../test/render'
import { SideMenu } from './SideMenu'

const session = vi.hoisted(() => ({ menu: {} as ProfileMenu }))

vi.mock('@/context/session', () => ({ useProfile: () => session, hasPortal: () => false }))

beforeEach(() => {
  session.menu = {
    shipments: true,
    tracking: true,
    packages: true,
    banks: true,
    my_account: true,
    users: true,
  }
})

const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

it('has its entries in their order, and names a group for what it holds', async () => {
  await renderPage(() => <SideMenu />)
  expect(links()).toEqual(['Shipments', 'Tracking', 'Packages', 'Banks', 'Users', 'My account'])
  const records = within(screen.getByRole('list', { name: 'Records' }))
  expect(records.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Packages', 'Banks'])
})

it('closes a group by the keyboard, and remembers that', async () => {
  const { unmount } = await renderPage(() => <SideMenu />)
  const group = screen.getByRole('button', { name: 'Records' })
  expect(group).toHaveAttribute('aria-expanded', 'true')
  group.focus()
  await userEvent.keyboard('{Enter}')
  expect(group).toHaveAttribute('aria-expanded', 'false')
  expect(links()).toEqual(['Shipments', 'Tracking', 'Users', 'My account'])

  unmount()
  await renderPage(() => <SideMenu />)
  const again = screen.getByRole('button', { name: 'Records' })
  expect(again).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(again)
  expect(links()).toContain('Banks')
})

it('has no heading for a single entry', async () => {
  session.menu = { shipments: true, packages: true, my_account: true }
  await renderPage(() => <SideMenu />)
  expect(links()).toEqual(['Shipments', 'Packages', 'My account'])
  expect(screen.queryByRole('button')).toBeNull()
})

it('names its icons where it is narrow, and has no room for headings', async () => {
  await renderPage(() => <SideMenu narrow />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Packages' })).toBeInTheDocument()
})
