import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import GenerateDialog from './GenerateDialog'

const { session } = vi.hoisted(() => ({ session: { can: {} as Record<string, boolean> } }))

vi.mock('@/api/generated/endpoints/finance/finance', () => ({
  invoiceGenerate: vi.fn(),
  useInvoiceProposal: () => ({ data: undefined, error: null }),
}))
vi.mock('@/api/generated/endpoints/processes/processes', () => ({ invalidateBackgroundTaskList: vi.fn() }))
vi.mock('@/context/session', () => ({ useProfile: () => session }))

const draw = () => renderPage(() => <GenerateDialog opened onClose={vi.fn()} />)

it('invoices are issued at once only by those who may issue them', async () => {
  session.can = { 'invoice.issue': true }
  const { unmount } = await draw()
  expect(await screen.findByRole('checkbox')).toBeVisible()
  unmount()
  session.can = {}
  await draw()
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
