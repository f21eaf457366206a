import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Statistic } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { FigureCard } from './FigureCard'

const FIRST: Statistic = {
  total_month: 6,
  total_last_period: 0,
  total_last_period_to_date: 0,
  percent: 600,
  trend: 'up',
  chart: [],
  month_from: '2026-11-01',
}

it('without a month before, the percent stands for a hundred times the month (DASH-1)', async () => {
  await renderPage(() => <FigureCard name="clients" statistic={FIRST} />)
  await userEvent.hover(screen.getByText('600%'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('None last month')
})

it('without a record this month there is no percent (DASH-1)', async () => {
  const statistic = { ...FIRST, total_month: 0, total_last_period: 4, percent: null }
  await renderPage(() => <FigureCard name="clients" statistic={statistic} />)
  expect(screen.getByText('None this month yet')).toBeVisible()
  expect(screen.queryByText(/%/)).toBeNull()
})

it('a month without one before it is no success', async () => {
  await renderPage(() => <FigureCard name="clients" statistic={FIRST} />)
  expect(screen.getByText('600%')).not.toHaveAttribute('data-good')
})

it('a share of the last month says so, and its arrow is good', async () => {
  const statistic = { ...FIRST, total_last_period: 4, total_last_period_to_date: 3, percent: 134 }
  await renderPage(() => <FigureCard name="clients" statistic={statistic} />)
  const trend = screen.getByText(/134% of last month/)
  expect(trend).toHaveAttribute('data-good', 'true')
  expect(trend.querySelector('svg')).toHaveAccessibleName()
})
