import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { PickListDetails } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { EmptyPlace } from './EmptyPlace'

const { api, session, told } = vi.hoisted(() => ({
  api: { inventoryCreate: vi.fn() },
  session: { can: { 'inventory.create': true } as Record<string, boolean> },
  told: { success: vi.fn(), warning: vi.fn() },
}))

vi.mock('@/context/session', () => ({ useProfile: () => session }))
vi.mock('@/ui/dialogs/notify', () => ({ notify: told }))
vi.mock('@/api/generated/endpoints/stock/stock', () => ({ ...api, invalidateInventoryList: vi.fn() }))

const list = { number: 'ONE-P-26-000001', warehouse_id: '3' } as PickListDetails
const onAnswer = vi.fn()

const show = () =>
  renderPage(() => <EmptyPlace list={list} place={{ id: '7', name: 'ONE · A-1' }} onAnswer={onAnswer} />)

beforeEach(() => {
  onAnswer.mockReset()
  told.warning.mockReset()
  api.inventoryCreate.mockReset().mockResolvedValue({ data: { number: 'ONE-I-26-000001' } })
})

it('asks for nothing when the place is empty', async () => {
  await show()
  expect(await screen.findByText('Is ONE · A-1 empty?')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, empty' }))
  expect(onAnswer).toHaveBeenCalledOnce()
  expect(api.inventoryCreate).not.toHaveBeenCalled()
})

it('asks for a count of this place when it is not', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'No: ask for a count' }))
  expect(api.inventoryCreate).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ warehouse_id: '3', place_ids: ['7'] }),
  )
  expect(onAnswer).toHaveBeenCalledOnce()
})

it('keeps the question when the count is refused', async () => {
  const errors = { place_ids: [{ code: 'no_such_text', params: {}, message: 'It is counted already.' }] }
  api.inventoryCreate.mockRejectedValue(
    new ApiError(422, { message_code: 'validation_failed', message: 'Invalid.', errors } as never),
  )
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'No: ask for a count' }))
  expect(told.warning).toHaveBeenCalledWith('It is counted already.')
  expect(onAnswer).not.toHaveBeenCalled()
})
