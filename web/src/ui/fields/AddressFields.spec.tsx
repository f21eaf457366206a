import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { type Address, AddressFields, type FoundAddress } from './AddressFields'

const HOME: Address = {
  country_id: 32,
  postcode: '',
  address_1: 'Rua da Aurora',
  address_2: null,
  address_number: null,
  address_complement: null,
  state_id: null,
  city: 'Recife',
}

const STATES = [
  { id: 16, label: 'Pernambuco' },
  { id: 26, label: 'São Paulo' },
]

function Fields({ find }: { find(): Promise<FoundAddress | undefined> }) {
  const [value, setValue] = useState(HOME)
  return (
    <AddressFields
      value={value}
      onChange={(patch) => setValue((now) => ({ ...now, ...patch }))}
      countries={[{ id: 32, label: 'Brazil' }]}
      states={STATES}
      findPostcode={find}
      errors={{}}
      path={(field) => field}
    />
  )
}

async function lookUp(find: () => Promise<FoundAddress | undefined>) {
  await renderPage(() => <Fields find={find} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Postal code' }), '50050-000')
  await userEvent.tab()
}

const city = () => screen.getByRole('textbox', { name: 'City' })

it('a postcode fills what it knows, and says so', async () => {
  await lookUp(async () => ({ city: 'Olinda' }))
  expect(await screen.findByRole('status')).toHaveTextContent('City filled in from the postal code.')
  expect(city()).toHaveValue('Olinda')
})

it('only what was filled in is said', async () => {
  await lookUp(async () => ({ state_id: 26 }))
  expect(await screen.findByRole('status')).toHaveTextContent('State filled in from the postal code.')
  expect(city()).toHaveValue('Recife')
})

it('what a postcode wrote over is named, and can be put back', async () => {
  await lookUp(async () => ({ city: 'Olinda', address_2: 'Carmo' }))
  expect(await screen.findByText('Replaced after the postal code was looked up: City.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Put back' }))
  expect(city()).toHaveValue('Recife')
  expect(screen.getByRole('textbox', { name: 'District' })).toHaveValue('Carmo')
  expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull()
})

it('an address that an unknown postcode emptied can be put back', async () => {
  await lookUp(async () => undefined)
  await userEvent.click(await screen.findByRole('button', { name: 'Put back' }))
  expect(city()).toHaveValue('Recife')
  expect(screen.getByRole('textbox', { name: 'Street' })).toHaveValue('Rua da Aurora')
})

it('what was written after the look-up is not put back over', async () => {
  await lookUp(async () => ({ city: 'Olinda' }))
  await userEvent.type(city(), ' Alta')
  expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull()
})

it('a state that the postcode does not lie in is told', async () => {
  await lookUp(async () => ({ state_id: 16 }))
  const state = screen.getByRole('combobox', { name: 'State' })
  await waitFor(() => expect(state).toHaveValue('Pernambuco'))
  await userEvent.click(state)
  await userEvent.click(await screen.findByRole('option', { name: 'São Paulo' }))
  expect(await screen.findByText('The postal code lies in another state: Pernambuco.')).toBeVisible()
})

it('a country without a list of postcodes fills nothing, and denies nothing', async () => {
  const find = vi.fn(async () => ({}))
  await lookUp(find)
  expect(find).toHaveBeenCalled()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(city()).toHaveValue('Recife')
})

it('one that is not known empties the address, and says so (AUX-1)', async () => {
  await lookUp(async () => undefined)
  expect(await screen.findByRole('status')).toHaveTextContent('Postal code not found.')
  expect(city()).toHaveValue('')
})

it('what is written while it is looked up stays, whatever the answer', async () => {
  let answer = (_: FoundAddress | undefined) => {}
  await lookUp(() => new Promise((resolve) => (answer = resolve)))
  await userEvent.clear(city())
  await userEvent.type(city(), 'Olinda')
  answer(undefined)
  expect(await screen.findByText('Postal code not found.', { selector: 'p' })).toBeVisible()
  expect(city()).toHaveValue('Olinda')
  expect(screen.getByRole('textbox', { name: 'Street' })).toHaveValue('')
})

it('one that could not be looked up leaves what is typed, claims nothing and is asked again', async () => {
  const find = vi.fn(() => Promise.reject(new Error('away')))
  await lookUp(find)
  expect(await screen.findByRole('status')).toHaveTextContent('lookup is not available')
  expect(city()).toHaveValue('Recife')
  await userEvent.click(screen.getByRole('textbox', { name: 'Postal code' }))
  await userEvent.tab()
  expect(find).toHaveBeenCalledTimes(2)
})

const COUNTRIES = [
  { id: 32, label: 'Brazil', alpha2: 'BR' },
  { id: 231, label: 'United States', alpha2: 'US' },
  { id: 59, label: 'Germany', alpha2: 'DE' },
]

function Formatted({ start }: { start: Address }) {
  const [value, setValue] = useState(start)
  return (
    <AddressFields
      value={value}
      onChange={(patch) => setValue((now) => ({ ...now, ...patch }))}
      countries={COUNTRIES}
      states={[]}
      findPostcode={async () => undefined}
      errors={{}}
      path={(field) => field}
    />
  )
}

const labels = () => [...document.querySelectorAll('label')].map((label) => label.textContent)

it('a country asks only for the parts of its addresses, in its order', async () => {
  await renderPage(() => <Formatted start={{ ...HOME, country_id: 231 }} />)
  expect(labels()).toEqual(['Country', 'ZIP code', 'Street address', 'Apt, suite', 'City', 'State'])
})

it('a part with a value stays, also once it is emptied', async () => {
  await renderPage(() => <Formatted start={{ ...HOME, country_id: 231, address_number: '7' }} />)
  await userEvent.clear(screen.getByRole('textbox', { name: 'Number' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Number' }), '12')
  expect(screen.getByRole('textbox', { name: 'Number' })).toHaveValue('12')
  expect(screen.queryByRole('textbox', { name: 'District' })).toBeNull()
})

it('a country without districts has numbers', async () => {
  await renderPage(() => <Formatted start={{ ...HOME, country_id: 59 }} />)
  expect(labels()).toContain('Number')
  expect(labels()).not.toContain('District')
})
