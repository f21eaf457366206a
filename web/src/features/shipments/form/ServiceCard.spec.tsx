import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render'
import type { Fields } from './fields'
import { Terms } from './ServiceCard'
import { emptyShipment, type ShipmentValues } from './values'

const GERMANY = 81

const fieldsOf = (incoterm: string) => {
  const values = { ...emptyShipment('USD', 238), to_country_id: GERMANY, incoterm }
  const choice = (name: keyof ShipmentValues) => ({ value: values[name], onChange: () => undefined })
  return { values, choice } as unknown as Fields
}

const terms = () => screen.getByRole('combobox', { name: 'Incoterm' })

it('a price with import taxes keeps its terms', async () => {
  await renderPage(() => <Terms fields={fieldsOf('DDP')} stands="all" />)
  expect(terms()).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'Direction' })).toBeDisabled()
})

it('a price without import taxes does not become one with them', async () => {
  const { unmount } = await renderPage(() => <Terms fields={fieldsOf('DAP')} stands="duties" />)
  await userEvent.click(terms())
  expect(await screen.findByRole('option', { name: /^DAP/ })).toBeVisible()
  expect(screen.queryByRole('option', { name: /^DDP/ })).toBeNull()
  unmount()
  await renderPage(() => <Terms fields={fieldsOf('DAP')} />)
  await userEvent.click(terms())
  expect(await screen.findByRole('option', { name: /^DDP/ })).toBeVisible()
})
