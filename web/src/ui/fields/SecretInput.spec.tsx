import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { SecretInput } from './SecretInput'

it('has a name of our own for its button', async () => {
  await renderPage(() => <SecretInput label="Key" />)
  expect(screen.getByRole('button', { name: 'Show or hide the secret' })).toBeVisible()
})
