import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { FileField } from './FileField'

const show = (props: { error?: string; progress?: number } = {}) =>
  renderPage(() => <FileField label="File" value={null} onChange={() => {}} maxBytes={1000} {...props} />)

it('is read out with what it takes, and with what is wrong', async () => {
  await show({ error: 'Too long ago.' })
  const field = screen.getByLabelText('File')
  expect(field).toHaveAccessibleDescription('Drop a file here, paste it, or choose one. Too long ago.')
  expect(field).toBeInvalid()
})

it('is valid while nothing is wrong, and says how much is sent', async () => {
  await show({ progress: 41.6 })
  expect(screen.getByLabelText('File')).toBeValid()
  expect(screen.getByText('42% uploaded')).toBeVisible()
})
