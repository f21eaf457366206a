import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { ScanCode } from './ScanCode'

function Shelf({ onCode }: { onCode(code: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  return <ScanCode field={field} label="Code" onCode={onCode} />
}

async function open() {
  const onCode = vi.fn()
  await renderPage(() => <Shelf onCode={onCode} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('textbox', { name: 'Code' }))
  return { onCode, user }
}

it('takes the same code each time that it is scanned, also without Enter', async () => {
  const { onCode, user } = await open()
  for (const times of [1, 2]) {
    await user.keyboard('7891000315507')
    await waitFor(() => expect(onCode).toHaveBeenCalledTimes(times))
  }
  expect(onCode.mock.calls).toEqual([['7891000315507'], ['7891000315507']])
})

it('waits for Enter while a hand types', async () => {
  const { onCode, user } = await open()
  await user.keyboard(' L1')
  expect(onCode).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onCode).toHaveBeenCalledExactlyOnceWith('L1')
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('')
})
