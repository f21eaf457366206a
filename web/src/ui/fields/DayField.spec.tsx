import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { DayField } from './DayField'

let stored = ''

function Field() {
  const [value, setValue] = useState(stored)
  stored = value
  return <DayField label="Valid from" value={value} onChange={setValue} />
}

beforeEach(() => {
  stored = ''
})

it('a day is typed in the order of the reader, and stored as the API has it', async () => {
  await renderPage(() => <Field />)
  const box = screen.getByLabelText('Valid from')
  await userEvent.type(box, '21052026')
  expect(box).toHaveValue('21/05/2026')
  expect(stored).toBe('2026-05-21')
  await userEvent.clear(box)
  expect(stored).toBe('')
})

it('a text that is no day says so once the field is left', async () => {
  await renderPage(() => <Field />)
  const box = screen.getByLabelText('Valid from')
  await userEvent.type(box, '2105')
  expect(box).not.toBeInvalid()
  await userEvent.tab()
  expect(box).toBeInvalid()
  await userEvent.type(box, '2026')
  expect(box).not.toBeInvalid()
})

it('a day is chosen from the calendar', async () => {
  stored = '2026-05-21'
  await renderPage(() => <Field />)
  await userEvent.click(screen.getByRole('button', { name: /calendar/i }))
  await userEvent.click(await screen.findByRole('button', { name: /^22 May 2026/ }))
  expect(stored).toBe('2026-05-22')
  expect(screen.getByLabelText('Valid from')).toHaveValue('22/05/2026')
})
