import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { PhoneField } from './PhoneField'

const CODES = [
  { alpha2: 'BR', ddi: '+55', mask: ['(##) ####-####', '(##) #####-####'], label: 'Brazil' },
  { alpha2: 'CA', ddi: '+1', mask: ['(###) ###-####'], label: 'Canada' },
  { alpha2: 'DO', ddi: '+1809', mask: ['###-####'], label: 'Dominican Republic' },
  { alpha2: 'US', ddi: '+1', mask: ['(###) ###-####'], label: 'United States' },
]

let written = ''

function Field({ stored = '' }: { stored?: string }) {
  const [value, setValue] = useState(stored)
  const [country, setCountry] = useState('BR')
  written = value
  return (
    <>
      <button type="button" onClick={() => setCountry('US')}>
        lives in the United States
      </button>
      <button
        type="button"
        onClick={() => {
          setValue('+13055550142')
          setCountry('US')
        }}
      >
        is chosen from the address book
      </button>
      <PhoneField label="Phone" value={value} onChange={setValue} codes={CODES} defaultCountry={country} />
    </>
  )
}

beforeEach(() => {
  written = ''
})

const number = () => screen.getByRole('textbox', { name: 'Phone' })
const code = () => screen.getByRole('combobox')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('the code is that of the country of the address', async () => {
  await renderPage(() => <Field />)
  await press('lives in the United States')
  await userEvent.type(number(), '3055550123')
  expect(written).toBe('+13055550123')
  expect(number()).toHaveValue('(305) 555-0123')
})

it('a number typed before the country was chosen gets its code', async () => {
  await renderPage(() => <Field />)
  await userEvent.type(number(), '3055550123')
  expect(written).toBe('+553055550123')
  await press('lives in the United States')
  expect(written).toBe('+13055550123')
})

it('a code chosen by hand stays', async () => {
  await renderPage(() => <Field />)
  await userEvent.selectOptions(code(), 'CA')
  await userEvent.type(number(), '6045550123')
  await press('lives in the United States')
  expect(code()).toHaveValue('CA')
  expect(written).toBe('+16045550123')
})

it('a stored number keeps its code', async () => {
  await renderPage(() => <Field stored="+5581987654321" />)
  await press('lives in the United States')
  expect(code()).toHaveValue('BR')
  expect(written).toBe('+5581987654321')
})

it('a number that comes with its address is shown under its own code', async () => {
  await renderPage(() => <Field />)
  await userEvent.type(number(), '81987654321')
  await press('is chosen from the address book')
  expect(code()).toHaveValue('US')
  expect(number()).toHaveValue('(305) 555-0142')
  expect(written).toBe('+13055550142')
})

it('digits that begin like another country stay as they are typed', async () => {
  await renderPage(() => <Field />)
  await press('lives in the United States')
  await userEvent.type(number(), '8095550123')
  expect(number()).toHaveValue('(809) 555-0123')
})

it('an extension typed behind the number has a field of its own', async () => {
  await renderPage(() => <Field />)
  await press('lives in the United States')
  await userEvent.type(number(), '3055550123 x42')
  expect(written).toBe('+13055550123;ext=42')
  expect(number()).toHaveValue('(305) 555-0123')
  expect(screen.getByRole('textbox', { name: /extension/i })).toHaveValue('42')
})

it('an extension stays when the number is changed, and goes when it is emptied', async () => {
  await renderPage(() => <Field stored="+13055550123;ext=42" />)
  await userEvent.type(number(), '{Backspace}9')
  expect(written).toBe('+13055550129;ext=42')
  await userEvent.clear(screen.getByRole('textbox', { name: /extension/i }))
  expect(written).toBe('+13055550129')
})
