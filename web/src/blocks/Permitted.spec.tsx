import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { Permitted } from './Permitted'

const session = vi.hoisted(() => ({ can: {}, menu: {} }) as Record<'can' | 'menu', Record<string, boolean>>)
vi.mock('@/context/session', () => ({ useProfile: () => session }))

const show = () =>
  renderPage(() => (
    <Permitted to="pick_list.create" entry="pick_lists">
      <h1>New list</h1>
    </Permitted>
  ))

it('a form is there for those who may save it', async () => {
  const can = { 'pick_list.create': true, 'pick_list.list': true }
  Object.assign(session, { can, menu: { pick_lists: true } })
  await show()
  expect(screen.getByRole('heading', { name: 'New list' })).toBeVisible()
})

it('a form of what the company has switched off does not exist (TEN-6)', async () => {
  Object.assign(session, { can: { 'pick_list.create': true, 'pick_list.list': true }, menu: {} })
  await show()
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'New list' })).toBeNull()
})

it('who may create without seeing the list keeps the form', async () => {
  Object.assign(session, { can: { 'pick_list.create': true }, menu: {} })
  await show()
  expect(screen.getByRole('heading', { name: 'New list' })).toBeVisible()
})

it('a form is refused to those who may not save it', async () => {
  Object.assign(session, { can: {}, menu: { pick_lists: true } })
  await show()
  expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible()
})
