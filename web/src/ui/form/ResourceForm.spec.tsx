import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { ConfirmDialog } from '@/ui/dialogs/ConfirmDialog'
import { renderPage } from '../../../test/render'
import { FormSection, ResourceForm } from './ResourceForm'
import { useResourceForm } from './useResourceForm'

type Props = {
  /** The record of the server. */
  record?: { name: string; city: string; version: number }
  submit?: (values: { name: string; city: string }) => Promise<string>
  onSaved?: (result: string) => void
  awaits?: string
  newest?: () => Promise<{ name: string; city: string; version: number }>
}

const BLANK = { name: '', city: '' }

function Form(props: Props) {
  const { record = BLANK as never, submit = async () => 'saved', onSaved = () => {}, newest, awaits } = props
  const model = useResourceForm({
    name: 'person',
    initial: record,
    validate: { name: isNotEmpty('Required field.') },
    submit,
    onSaved,
    ...(newest && { newest }),
  })
  return (
    <>
      <ResourceForm model={model} submitLabel="Create" awaits={awaits} onCancel={() => {}}>
        <TextInput label="Name" {...model.form.getInputProps('name')} />
        <TextInput label="City" {...model.form.getInputProps('city')} />
      </ResourceForm>
      <ConfirmDialog />
    </>
  )
}

const show = (props: Props = {}) => renderPage(() => <Form {...props} />)
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create' }))

/** Its rules are in another order than its fields, and one field has two names. */
function Switching() {
  const [isCompany, setCompany] = useState(false)
  const model = useResourceForm({
    name: 'switching',
    initial: { city: '', name: '' },
    validate: { city: isNotEmpty('Required field.'), name: isNotEmpty('Required field.') },
    submit: async () => 'saved',
    onSaved: () => {},
  })
  return (
    <ResourceForm model={model} submitLabel="Create" onCancel={() => {}}>
      <TextInput label={isCompany ? 'Company name' : 'Full name'} {...model.form.getInputProps('name')} />
      <TextInput label="City" {...model.form.getInputProps('city')} />
      <button type="button" onClick={() => setCompany(true)}>
        Company
      </button>
    </ResourceForm>
  )
}

it('lists what is wrong in the order of the fields, by the names they have now (AUTH-3)', async () => {
  await renderPage(() => <Switching />)
  await create()
  const lines = () => within(screen.getByRole('alert')).getAllByRole('button')
  await waitFor(() => expect(lines()[0]).toHaveTextContent('Full name: Required field.'))
  expect(lines()[1]).toHaveTextContent('City: Required field.')
  await userEvent.click(screen.getByRole('button', { name: 'Company' }))
  await waitFor(() => expect(lines()[0]).toHaveTextContent('Company name: Required field.'))
})

describe('a form', () => {
  it('is saved by Ctrl+S', async () => {
    const submit = vi.fn(async () => 'it')
    await show({ submit })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: 'Ana', city: '' }))
  })

  it('is not sent before what it awaits is there, and says what that is', async () => {
    const submit = vi.fn(async () => 'it')
    await show({ submit, awaits: 'The price is being calculated.' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(screen.getByRole('button', { name: 'Create' })).toBeDisabled()
    expect(screen.getByText('The price is being calculated.')).toBeVisible()
    expect(submit).not.toHaveBeenCalled()
  })

  it('sends what was typed', async () => {
    const submit = vi.fn(async () => 'it')
    const onSaved = vi.fn()
    await show({ submit, onSaved })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
    await create()
    expect(submit).toHaveBeenCalledWith({ name: 'Ana', city: '' })
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('it', false))
  })

  it('sums up what is wrong, takes the focus there and leads to the field', async () => {
    await show()
    await create()
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    expect(summary).toHaveTextContent('1 field needs attention')
    await userEvent.click(screen.getByRole('button', { name: /Name: Required field/ }))
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })

  it('says of which section a field is where two are called alike', async () => {
    function Both() {
      const model = useResourceForm({
        name: 'both',
        initial: { from: '', to: '' },
        validate: { to: isNotEmpty('Required field.') },
        submit: async () => 'saved',
        onSaved: () => {},
      })
      return (
        <ResourceForm model={model} submitLabel="Create" onCancel={() => {}}>
          {(['from', 'to'] as const).map((side) => (
            <FormSection key={side} title={side === 'from' ? 'Sender' : 'Recipient'}>
              <TextInput label="Name" {...model.form.getInputProps(side)} />
            </FormSection>
          ))}
        </ResourceForm>
      )
    }
    await renderPage(() => <Both />)
    await create()
    expect(await screen.findByRole('button', { name: 'Recipient, Name: Required field.' })).toBeVisible()
  })

  it('puts the server’s refusals into their fields, and sums them up below the failure (ERR-1)', async () => {
    const errors = { city: [{ code: 'taken', params: {}, message: 'x' }] }
    const problem = {
      message: '',
      message_code: 'validation_failed',
      params: {},
      details: [],
      errors,
      request_id: '',
    }
    await show({ submit: () => Promise.reject(new ApiError(422, problem)) })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
    await create()
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('Already in use.'),
    )
    const summary = screen.getByRole('alert', { name: 'Error while saving data.' })
    expect(within(summary).getByRole('button', { name: 'City: Already in use.' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana')
  })

  it('keeps everything when the server is away', async () => {
    await show({ submit: () => Promise.reject(new ApiError(0)) })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
    await create()
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not reach the server')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana')
  })
})

describe('a draft', () => {
  it('comes back after a crash and can be thrown away', async () => {
    const { unmount } = await show()
    await userEvent.type(screen.getByRole('textbox', { name: 'City' }), 'Recife')
    await waitFor(() => expect(localStorage.getItem('remessa-draft-person')).toContain('Recife'))
    unmount()
    await show()
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Recife')
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('')
    expect(localStorage.getItem('remessa-draft-person')).toBeNull()
  })

  it('lies over what others saved since, and lets choose theirs', async () => {
    const { unmount } = await show({ record: { name: 'Ana', city: 'Recife', version: 1 } })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Lima')
    await waitFor(() => expect(localStorage.getItem('remessa-draft-person')).toContain('Ana Lima'))
    unmount()
    await show({ record: { name: 'Anna', city: 'Olinda', version: 2 } })
    expect(screen.getByText('Someone else saved changes in the meantime')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana Lima')
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Olinda')
    await userEvent.click(screen.getByRole('button', { name: 'Use saved version' }))
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Anna')
    expect(localStorage.getItem('remessa-draft-person')).toBeNull()
  })

  it('stays when it is kept over what others saved', async () => {
    const submit = vi.fn(async () => 'it')
    const { unmount } = await show({ record: { name: 'Ana', city: 'Recife', version: 1 } })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Lima')
    await waitFor(() => expect(localStorage.getItem('remessa-draft-person')).toContain('Ana Lima'))
    unmount()
    await show({ record: { name: 'Ana', city: 'Olinda', version: 2 }, submit })
    await userEvent.click(screen.getByRole('button', { name: 'Keep my changes' }))
    await create()
    expect(submit).toHaveBeenCalledWith({ name: 'Ana Lima', city: 'Olinda', version: 2 })
  })

  it('is gone once its form is saved', async () => {
    await show()
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
    await waitFor(() => expect(localStorage.getItem('remessa-draft-person')).toContain('Ana'))
    await create()
    await waitFor(() => expect(localStorage.getItem('remessa-draft-person')).toBeNull())
  })
})

describe('a record that somebody else saved first', () => {
  const stale = {
    message: '',
    message_code: 'stale_version',
    params: {},
    details: [],
    errors: {},
    request_id: '',
  }

  async function refused() {
    const submit = vi.fn(async () => 'it').mockRejectedValueOnce(new ApiError(409, stale))
    const record = { name: 'Ana', city: 'Recife', version: 1 }
    await show({ record, submit, newest: async () => ({ name: 'Anna', city: 'Olinda', version: 2 }) })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Lima')
    await create()
    return submit
  }

  it('is loaded under what was typed', async () => {
    const submit = await refused()
    await userEvent.click(await screen.findByRole('button', { name: 'Load latest and keep my changes' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Olinda'))
    await create()
    expect(submit).toHaveBeenLastCalledWith({ name: 'Ana Lima', city: 'Olinda', version: 2 })
  })

  it('is taken as they saved it', async () => {
    await refused()
    await userEvent.click(await screen.findByRole('button', { name: 'Use saved version' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Anna'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(localStorage.getItem('remessa-draft-person')).toBeNull()
  })
})

type Person = { name: string; city: string; version: number }

const ANA: Person = { name: 'Ana', city: 'Recife', version: 1 }

/** It stays open after a save, and its record can be saved elsewhere. */
function Staying({ submit = async (values) => values }: { submit?: (values: Person) => Promise<Person> }) {
  const [record, setRecord] = useState(ANA)
  const model = useResourceForm<Person, Person>({
    name: 'staying',
    initial: record,
    follows: 'telling',
    submit,
    onSaved(saved) {
      model.goOn(saved)
    },
  })
  return (
    <>
      <ResourceForm model={model} submitLabel="Create" onCancel={() => {}}>
        <TextInput label="Name" {...model.form.getInputProps('name')} />
        <TextInput label="City" {...model.form.getInputProps('city')} />
      </ResourceForm>
      <button type="button" onClick={() => setRecord({ name: 'Ana', city: 'Olinda', version: 2 })}>
        Somebody saves
      </button>
    </>
  )
}

describe('a form that stays open', () => {
  const field = (name: string) => screen.getByRole('textbox', { name })
  const saveElsewhere = () => userEvent.click(screen.getByRole('button', { name: 'Somebody saves' }))

  it('keeps what is typed while it is being saved, and saves it next', async () => {
    const { promise, resolve } = Promise.withResolvers<Person>()
    const submit = vi.fn((_: Person) => promise)
    await renderPage(() => <Staying submit={submit} />)
    await userEvent.type(field('Name'), ' Lima')
    await create()
    await userEvent.type(field('City'), ' Antigo')
    resolve({ name: 'Ana Lima', city: 'Recife', version: 2 })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
    expect(field('City')).toHaveValue('Recife Antigo')
    await create()
    expect(submit).toHaveBeenLastCalledWith({ name: 'Ana Lima', city: 'Recife Antigo', version: 2 })
  })

  it('shows what others saved', async () => {
    await renderPage(() => <Staying />)
    await saveElsewhere()
    await waitFor(() => expect(field('City')).toHaveValue('Olinda'))
    expect(screen.queryByText('Someone else saved changes in the meantime')).not.toBeInTheDocument()
  })

  it('lays what others saved under what was typed, in the same fields', async () => {
    await renderPage(() => <Staying />)
    const name = field('Name')
    await userEvent.type(name, ' Lima')
    await saveElsewhere()
    expect(await screen.findByText('Someone else saved changes in the meantime')).toBeVisible()
    expect(field('Name')).toBe(name)
    expect(name).toHaveValue('Ana Lima')
    expect(field('City')).toHaveValue('Olinda')
    await userEvent.click(screen.getByRole('button', { name: 'Use saved version' }))
    expect(name).toHaveValue('Ana')
  })
})

describe('leaving', () => {
  it('asks while something is unsaved', async () => {
    const { router } = await show()
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
    void router.navigate({ to: '/elsewhere/$id', params: { id: '1' } } as never)
    const question = within(await screen.findByRole('dialog'))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(router.state.location.pathname).toBe('/')

    void router.navigate({ to: '/elsewhere/$id', params: { id: '1' } } as never)
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere/1'))
  })
})
