import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { LoginPage } from './LoginPage'

it('keeps the address that was just confirmed (AUTH-3)', async () => {
  await renderPage(() => (
    <LoginPage company="Atlântico" providers={[]} confirmed="iris@aurora.test" onSignedIn={async () => {}} />
  ))
  expect(screen.getByRole('status')).toHaveTextContent('E-mail confirmed.')
  expect(screen.getByLabelText('E-mail')).toHaveValue('iris@aurora.test')
})
