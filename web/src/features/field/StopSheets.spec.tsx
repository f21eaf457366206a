import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { FieldStop } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { DeliveredSheet } from './DeliveredSheet'
import { FailedSheet } from './FailedSheet'
import { forgetSheets } from './sheet-drafts'
import type { useRecording } from './useRecording'

const parcel = (number: number) => ({
  shipment_id: 's',
  number,
  parcel_count: 2,
  tracking_code: 'RM1',
  loaded: true,
})
const stop = {
  id: 'stop',
  proof: ['name'],
  cod_due: null,
  cod_currency: null,
  parcels: [parcel(1), parcel(2)],
} as unknown as FieldStop

const recordingWith = (send: () => Promise<boolean>) =>
  ({ busy: false, failure: undefined, send, undo: undefined }) as unknown as ReturnType<typeof useRecording>

const delivered = (at: FieldStop = stop, send: (record: unknown) => Promise<boolean> = async () => true) =>
  renderPage(() => (
    <DeliveredSheet
      opened
      onClose={vi.fn()}
      stop={at}
      recording={recordingWith(send as never)}
      onDone={vi.fn()}
    />
  ))

it('what was typed and which parcels stay outlives a page that the phone has ended', async () => {
  const { unmount } = await delivered()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
  await userEvent.click(screen.getByRole('checkbox', { name: 'RM1 · 2/2' }))
  unmount()
  const again = await delivered()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana')
  expect(screen.getByRole('checkbox', { name: 'RM1 · 2/2' })).not.toBeChecked()
  again.unmount()
  forgetSheets('stop')
  await delivered()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(screen.getByRole('checkbox', { name: 'RM1 · 2/2' })).toBeChecked()
})

it('cash goes with the currency that the phone shows', async () => {
  const send = vi.fn(async (_: unknown) => true)
  await delivered({ ...stop, id: 'paid', cod_due: '150', cod_currency: 'BRL' }, send)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(send).not.toHaveBeenCalled()
  await userEvent.type(screen.getByRole('textbox', { name: 'Cash taken' }), '150')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const payload = expect.objectContaining({ cash: '150.00', cash_currency: 'BRL' })
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ payload }))
})

it('a run that the phone kept from an earlier release asks for no cash', async () => {
  const send = vi.fn(async (_: unknown) => true)
  const { cod_due: _due, cod_currency: _currency, ...kept } = stop
  await delivered({ ...kept, id: 'kept' } as FieldStop, send)
  expect(screen.queryByRole('textbox', { name: 'Cash taken' })).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const payload = expect.not.objectContaining({ cash: expect.anything() })
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ payload }))
})

it('a photo for a reason that was changed is not sent with the other', async () => {
  const send = vi.fn(async (_: unknown) => true)
  const { container } = await renderPage(() => (
    <FailedSheet
      opened
      onClose={vi.fn()}
      stop="stop"
      reasons={
        [
          { code: 'recipient_absent', asks_photo: true },
          { code: 'refused', asks_photo: false },
        ] as never
      }
      recording={recordingWith(send as never)}
      onDone={vi.fn()}
    />
  ))
  const [first, second] = screen.getAllByRole('radio')
  await userEvent.click(first as HTMLElement)
  const input = (container.ownerDocument.querySelector('input[type=file]') ?? undefined) as HTMLInputElement
  await userEvent.upload(input, new File(['x'], 'door.jpg', { type: 'image/jpeg' }))
  await userEvent.click(second as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ kind: 'fail', photo: null }))
})
