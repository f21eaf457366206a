import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { LoginForm } from './LoginForm'

afterEach(() => vi.unstubAllGlobals())

async function submitted(answer: Response | Error) {
  vi.stubGlobal('fetch', async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  await renderPage(() => <LoginForm onSignedIn={async () => {}} />)
  await userEvent.type(screen.getByLabelText('E-mail'), 'iris@aurora.test')
  await userEvent.type(screen.getByLabelText('Password'), 'a-password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  return screen.findByRole('alert')
}

it.each([500, 502, 504])('does not know why the server failed with %i', async (status) => {
  const told = await submitted(new Response('<html>', { status }))
  expect(told).toHaveTextContent('Unknown error, wait a moment and try again.')
})

it.each(['Create account', 'Forgot your password?'])('“%s” comes back to the wanted page', async (name) => {
  await renderPage(() => <LoginForm to="/calculator?weight=2" onSignedIn={async () => {}} />)
  const href = screen.getByRole('link', { name }).getAttribute('href') ?? ''
  expect(new URL(href, 'https://remessa.test').searchParams.get('to')).toBe('/calculator?weight=2')
})

it('says when nothing answered', async () => {
  expect(await submitted(new TypeError('no network'))).toHaveTextContent('Could not reach the server')
})
