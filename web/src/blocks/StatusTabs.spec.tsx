import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { StatusTabs } from './StatusTabs'

const tabs = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const

type Totals = Record<'open' | 'closed', number> | undefined

const draw = (totals: Totals, onChange = vi.fn()) =>
  renderPage(() => <StatusTabs label="Status" value="open" tabs={tabs} totals={totals} onChange={onChange} />)

it('a tab has the number of its records, and the chosen one is pressed', async () => {
  const onChange = vi.fn()
  await draw({ open: 1234, closed: 0 }, onChange)
  expect(screen.getByRole('group', { name: 'Status' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Open/, pressed: true })).toHaveTextContent('Open1,234')
  await userEvent.click(screen.getByRole('button', { name: /^Closed/, pressed: false }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('closed')
})

it('the place of the numbers is there before they are known', async () => {
  await draw(undefined)
  const open = screen.getByRole('button', { name: 'Open' })
  expect(open).toHaveTextContent(/^Open$/)
  expect(open.querySelector('span')).toBeInTheDocument()
})
