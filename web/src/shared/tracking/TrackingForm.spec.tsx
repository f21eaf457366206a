import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { TrackingForm } from './TrackingForm'

async function show(codes: string[] = []) {
  const onSearch = vi.fn()
  await renderPage(() => <TrackingForm codes={codes} onSearch={onSearch} />)
  return { onSearch, field: screen.getByRole('textbox', { name: 'Tracking codes' }), user: userEvent.setup() }
}

it('looks up on Enter, so that a single code needs no mouse', async () => {
  const { onSearch, field, user } = await show()
  await user.type(field, 'at000000014br{Enter}')
  expect(onSearch).toHaveBeenCalledWith(['AT000000014BR'])
})

it('counts what was pasted, each code once', async () => {
  const { field, user } = await show()
  await user.click(field)
  await user.paste('AT1, AT2\nAT1 AT3')
  expect(screen.getByText('3 codes')).toBeVisible()
})

it('goes on in a new line after the codes of the address, as a scanner needs it', async () => {
  const { onSearch, field, user } = await show(['AT1'])
  await user.type(field, 'AT2{Enter}')
  expect(onSearch).toHaveBeenCalledWith(['AT1', 'AT2'])
})

it('refuses an empty search at the field', async () => {
  const { onSearch, field, user } = await show()
  await user.click(screen.getByRole('button', { name: 'Track' }))
  expect(onSearch).not.toHaveBeenCalled()
  expect(field).toHaveAccessibleDescription(expect.stringContaining('Enter at least one tracking code.'))
  expect(field).toHaveFocus()
})

it('says how many are too many, and keeps them', async () => {
  const { onSearch, field, user } = await show()
  await user.click(field)
  await user.paste(Array.from({ length: 101 }, (_, at) => `AT${at}`).join(' '))
  await user.keyboard('{Enter}')
  expect(onSearch).not.toHaveBeenCalled()
  expect(screen.getByText('101 codes entered. The limit is 100 at a time.')).toBeVisible()
  expect(field).toHaveValue(Array.from({ length: 101 }, (_, at) => `AT${at}`).join(' '))
})
