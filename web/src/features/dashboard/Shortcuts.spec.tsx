import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { Shortcuts } from './Shortcuts'

const company = vi.hoisted(() => ({ config: { dashboard_shortcuts: false } }))
vi.mock('@/context/site', () => ({ useSite: () => company }))
vi.mock('@/context/session', () => ({ useProfile: () => ({ menu: { shipments: true, services: true } }) }))

it('are not there until the company wants them (DASH-1)', async () => {
  company.config.dashboard_shortcuts = false
  await renderPage(() => <Shortcuts />)
  expect(screen.queryByRole('link')).toBeNull()
})

it('lead to the lists that the user has in the menu (DASH-1)', async () => {
  company.config.dashboard_shortcuts = true
  await renderPage(() => <Shortcuts />)
  const names = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(['Shipments', 'Services'])
})
