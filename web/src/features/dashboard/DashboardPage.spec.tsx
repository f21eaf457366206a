import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { DashboardPage } from './DashboardPage'

const result = vi.hoisted(() => ({
  data: undefined,
  error: new Error('gone'),
  isFetching: false,
  refetch: vi.fn(),
}))

vi.mock('@/api/generated/endpoints/dashboard/dashboard', () => ({ useDashboardShow: () => result }))

it('says that the figures could not be loaded, and tries again', async () => {
  await renderPage(() => <DashboardPage />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Oops, there was an error loading the data. Please try again.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(result.refetch).toHaveBeenCalledOnce()
})
