import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { InPerson } from './InPerson'

const { session } = vi.hoisted(() => ({ session: { user_switch: false } }))

vi.mock('@/context/session', () => ({ useProfile: () => session }))

const draw = () =>
  renderPage(() => (
    <InPerson>
      <button type="button">Change password</button>
    </InPerson>
  ))

it('what only the person does is theirs', async () => {
  session.user_switch = false
  await draw()
  expect(screen.getByRole('button', { name: 'Change password' })).toBeVisible()
})

it('who acts as somebody else reads why it is not there', async () => {
  session.user_switch = true
  await draw()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/while acting as another user\. Switch back first\./)).toBeVisible()
})
