import { TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { renderPage } from '../../../test/render'
import { ActionDialog } from './ActionDialog'

type Values = { name: string; place: string }

/** The server refuses this field. */
const refused = (field: string) =>
  new ApiError(422, {
    message: 'The form has errors.',
    message_code: 'validation_failed',
    errors: { [field]: [{ message: 'No.', message_code: 'unheard_of' }] },
  } as never)

async function open(send: (values: Values) => Promise<string>) {
  const [onClose, onDone] = [vi.fn(), vi.fn()]
  await renderPage(() => (
    <ActionDialog<Values, string>
      opened
      onClose={onClose}
      title="Hand over"
      action="Send"
      initial={{ name: '', place: '' }}
      check={({ name }) => (name ? {} : { name: 'Required' })}
      send={send}
      onDone={onDone}
    >
      {({ values, set, problem }) => (
        <>
          <TextInput
            label="Place"
            value={values.place}
            error={problem('place')}
            onChange={(event) => set('place', event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            value={values.name}
            error={problem('name')}
            onChange={(event) => set('name', event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  ))
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  return { onClose, onDone, press }
}

it('sends nothing while a field is missing, and goes there', async () => {
  const send = vi.fn().mockResolvedValue('saved')
  const { onClose, onDone, press } = await open(send)
  await press()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(name).toHaveFocus())
  expect(send).not.toHaveBeenCalled()
  await userEvent.type(name, 'Ana')
  expect(screen.queryByText('Required')).toBeNull()
  await press()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(send).toHaveBeenCalledWith({ name: 'Ana', place: '' })
  expect(onDone).toHaveBeenCalledWith('saved')
})

it('says what the server refuses, at its field or below, and keeps what was typed', async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(refused('place'))
    .mockRejectedValueOnce(refused('stops.3.id'))
    .mockRejectedValueOnce(new ApiError(0))
  const { onClose, press } = await open(send)
  const [name, place] = [
    await screen.findByRole('textbox', { name: 'Name' }),
    screen.getByRole('textbox', { name: 'Place' }),
  ]
  await userEvent.type(name, 'Ana')
  await press()
  await waitFor(() => expect(place).toHaveFocus())
  expect(screen.queryByRole('alert')).toBeNull()
  await press()
  expect(await screen.findByRole('alert')).toHaveTextContent('No.')
  await press()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Could not reach the server'))
  expect(name).toHaveValue('Ana')
  expect(onClose).not.toHaveBeenCalled()
})
