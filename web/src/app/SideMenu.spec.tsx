import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ProfileMenu } from '@/api/schema'
import { renderPage } from '../../test/render'
import { SideMenu } from './SideMenu'

const menu: ProfileMenu = {
  shipments: true,
  tracking: true,
  packages: true,
  my_account: true,
  users: true,
}

vi.mock('./session', () => ({ useProfile: () => ({ menu }) }))

it('has its entries in their order, and the auxiliary ones under a button that opens and closes', async () => {
  const { unmount } = await renderPage(() => <SideMenu />)
  expect(screen.getAllByRole('listitem').length).toBe(6)
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links()).toEqual(['Shipments', 'Tracking', 'Packages', 'My account', 'Users'])
  const group = screen.getByRole('button', { name: 'Setup' })
  expect(group).toHaveAttribute('aria-expanded', 'true')
  expect(group.compareDocumentPosition(screen.getByRole('link', { name: 'Tracking' }))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  )
  await userEvent.click(group)
  expect(group).toHaveAttribute('aria-expanded', 'false')
  expect(links()).toEqual(['Shipments', 'Tracking', 'My account', 'Users'])

  unmount()
  await renderPage(() => <SideMenu />)
  expect(screen.getByRole('button', { name: 'Setup' })).toHaveAttribute('aria-expanded', 'false')
})

it('has no room for groups where it is narrow', async () => {
  await renderPage(() => <SideMenu narrow />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Packages' })).toBeInTheDocument()
})
