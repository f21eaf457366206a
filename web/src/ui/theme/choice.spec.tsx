import { Select } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'

it('what is typed into a filled choice takes the place of what stands there', async () => {
  await renderPage(() => (
    <Select label="Country" searchable defaultValue="ES" data={[{ value: 'ES', label: 'Spain' }]} />
  ))
  const field = screen.getByRole('combobox', { name: 'Country' })
  await userEvent.click(field)
  await userEvent.keyboard('United K')
  expect(field).toHaveValue('United K')
})
