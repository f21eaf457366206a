import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { SuggestField, type Suggestion } from './SuggestField'

type Find = (text: string) => Promise<string[]>

const toSuggestion = (name: string): Suggestion<string> => ({ key: name, label: name, hint: '', value: name })

function Field({ find, onPick }: { find: Find; onPick?: (name: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <SuggestField<string>
      label="Goods"
      value={value}
      onChange={setValue}
      onPick={(name) => {
        setValue(name)
        onPick?.(name)
      }}
      suggestions={(text) => ({
        queryKey: ['goods', text],
        queryFn: async () => (await find(text)).map(toSuggestion),
      })}
    />
  )
}

const goods = () => screen.getByRole('combobox', { name: 'Goods' })
const write = (value: string) => fireEvent.change(goods(), { target: { value } })

it('an empty field proposes what is known', async () => {
  await renderPage(() => <Field find={async (text) => (text === '' ? ['Mug'] : [])} />)
  await userEvent.click(goods())
  expect(await screen.findByRole('option', { name: 'Mug' })).toBeVisible()
})

it('a text that is typed at once is not preceded by the proposals of an empty field', async () => {
  const find = vi.fn<Find>(async (text) => [`${text} of clay`])
  await renderPage(() => <Field find={find} />)
  write('mug')
  expect(await screen.findByRole('option', { name: 'mug of clay' })).toBeVisible()
  expect(find.mock.calls).toEqual([['mug']])
})

it('what was proposed before can be chosen until the next proposals come', async () => {
  const picked = vi.fn()
  const find: Find = async (text) => (text === 'mug' ? ['Mug', 'Mug of clay'] : new Promise(() => {}))
  await renderPage(() => <Field find={find} onPick={picked} />)
  write('mug')
  await screen.findByRole('option', { name: 'Mug of clay' })
  write('mug o')
  await userEvent.click(screen.getByRole('option', { name: 'Mug of clay' }))
  await waitFor(() => expect(picked).toHaveBeenCalledWith('Mug of clay'))
  expect(goods()).toHaveValue('Mug of clay')
})
