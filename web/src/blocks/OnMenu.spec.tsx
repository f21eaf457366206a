import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { OnMenu } from './OnMenu'

const session = vi.hoisted(() => ({ can: {}, menu: {} }) as Record<'can' | 'menu', Record<string, boolean>>)
vi.mock('@/context/session', () => ({ useProfile: () => session }))

const show = () =>
  renderPage(() => (
    <OnMenu entry="packages" right="package.list">
      <h1>Packages</h1>
    </OnMenu>
  ))

it('is there while its entry is in the menu', async () => {
  Object.assign(session, { can: { 'package.list': true }, menu: { packages: true } })
  await show()
  expect(screen.getByRole('heading', { name: 'Packages' })).toBeVisible()
})

it('does not exist once the company has switched it off (TEN-6)', async () => {
  Object.assign(session, { can: { 'package.list': true }, menu: {} })
  await show()
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Packages' })).toBeNull()
})

it('is refused to those who have its entry by the right of another page', async () => {
  Object.assign(session, { can: { 'package.select': true }, menu: { packages: true } })
  await show()
  expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Packages' })).toBeNull()
})

it('is refused to those who lack its right', async () => {
  Object.assign(session, { can: {}, menu: {} })
  await show()
  expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible()
})
