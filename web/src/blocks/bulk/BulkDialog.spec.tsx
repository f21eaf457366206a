import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { BulkDialog } from './BulkDialog'
import { BulkTotals } from './BulkTotals'
import type { BulkResult, RunBulk } from './useBulkRun'

const result = (key: string, state: BulkResult['state']): BulkResult => ({
  key,
  name: `Pickup ${key}`,
  state,
  text: state === 'done' ? 'Driver assigned.' : 'No driver today.',
})

type PickupsProps = { run: RunBulk; check?(): boolean; onClosed(results?: BulkResult[]): void }

function Pickups({ run, check, onClosed }: PickupsProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Assign drivers
      </button>
      <BulkDialog
        opened={opened}
        onClose={(results) => {
          setOpened(false)
          onClosed(results)
        }}
        title="Assign drivers to 2 pickups?"
        action={{ label: 'Assign' }}
        focus="action"
        check={check}
        run={run}
        report={{
          title: 'Results by pickup',
          sums: ({ done, failed, open }) => [
            `${done} assigned`,
            failed > 0 && `${failed} failed`,
            open > 0 && `${open} not begun`,
          ],
        }}
      >
        <BulkTotals
          label="Value"
          amounts={[
            { amount: '10.10', currency: 'USD' },
            { amount: '20.20', currency: 'USD' },
          ]}
        />
      </BulkDialog>
    </>
  )
}

async function open(run: RunBulk, check?: () => boolean) {
  const onClosed = vi.fn()
  const called = vi.fn(run)
  await renderPage(() => <Pickups run={called} check={check} onClosed={onClosed} />)
  const user = userEvent.setup()
  const ask = () => user.click(screen.getByRole('button', { name: 'Assign drivers' }))
  await ask()
  await screen.findByRole('dialog', { name: 'Assign drivers to 2 pickups?' })
  return { onClosed, run: called, user, ask, assign: () => press(user, 'Assign') }
}

/** The last one, because the cross of the dialog has the name 'Close', too. */
async function press(user: ReturnType<typeof userEvent.setup>, name: string) {
  const button = within(screen.getByRole('dialog')).getAllByRole('button', { name }).at(-1)
  if (button) await user.click(button)
}

it('asks with the totals before anything is done', async () => {
  const { run, user, onClosed } = await open(async () => [])
  expect(screen.getByRole('dialog')).toHaveTextContent(/Value:.*30\.30/)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Assign' })).toHaveFocus())
  await press(user, 'Cancel')
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(run).not.toHaveBeenCalled()
})

it('shows a line for each record, those with a problem first, and hands over the results', async () => {
  const results = [result('A', 'done'), result('B', 'failed')]
  const { user, assign, onClosed } = await open(async () => results)
  await assign()
  const report = await screen.findByRole('dialog', { name: 'Results by pickup' })
  expect(within(report).getByRole('status')).toHaveTextContent('1 assigned · 1 failed')
  expect(
    within(report)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['Pickup B No driver today.', 'Pickup A Driver assigned.'])
  await press(user, 'Close')
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(results)
})

it('closes without a report when there is nothing to tell', async () => {
  const { assign, onClosed } = await open(async () => undefined)
  await assign()
  await waitFor(() => expect(onClosed).toHaveBeenCalledExactlyOnceWith(undefined))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps the question when the call fails, so that it can be tried again', async () => {
  const { run, assign } = await open(async () => {
    throw new Error('down')
  })
  await assign()
  expect(await screen.findByRole('alert')).toBeVisible()
  await assign()
  await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
})

it('does nothing while the fields are not right', async () => {
  const { run, assign } = await open(
    async () => [],
    () => false,
  )
  await assign()
  expect(run).not.toHaveBeenCalled()
})

it('shows how far it has come, and stops when asked to', async () => {
  let finish = () => {}
  const { user, assign } = await open(async ({ showProgress, isStopped }) => {
    showProgress({ done: 1, total: 3 })
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return isStopped() ? [result('A', 'done')] : []
  })
  await assign()
  expect(await screen.findByRole('status')).toHaveTextContent('1 of 3')
  await press(user, 'Stop')
  finish()
  await screen.findByRole('dialog', { name: 'Results by pickup' })
  expect(screen.getByRole('status')).toHaveTextContent('1 assigned · 2 not begun')
})

it('what arrives after it was closed is no answer to the next question', async () => {
  let finish = () => {}
  const { user, assign, ask } = await open(async ({ showProgress }) => {
    showProgress({ done: 0, total: 1 })
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return [result('A', 'done')]
  })
  await assign()
  await screen.findByText('0 of 1')
  await user.keyboard('{Escape}')
  finish()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await ask()
  expect(await screen.findByRole('dialog', { name: 'Assign drivers to 2 pickups?' })).toBeVisible()
})
