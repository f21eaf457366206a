import { IconUser } from '@tabler/icons-react'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { EmptyState } from '@/ui/EmptyState'
import { renderPage } from '../../../test/render'
import { useTabEmpty } from './useTabEmpty'

const showAll = vi.fn()

function Empty({ total }: { total: number | undefined }) {
  const tab = { name: 'Open', total, showAll }
  return <EmptyState {...useTabEmpty({ icon: IconUser, title: 'No claims' }, tab)} />
}

it('a tab without records says so, and leads to the others', async () => {
  await renderPage(() => <Empty total={3} />)
  expect(screen.getByText('Nothing under “Open”')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(showAll).toHaveBeenCalledOnce()
})

it('a list without any record says how they come about', async () => {
  await renderPage(() => <Empty total={0} />)
  expect(screen.getByText('No claims')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
