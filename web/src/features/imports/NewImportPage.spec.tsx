import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { NewImportPage } from './NewImportPage'

const EMPTY_FILE = {
  message: '',
  message_code: 'validation_failed',
  params: {},
  details: [],
  errors: { file: [{ code: 'import_empty', params: {}, message: '' }] },
  request_id: '',
}

vi.mock('@/context/site', () => ({ useSite: () => ({ config: { max_upload_bytes: 1_000_000 } }) }))
vi.mock('@/api/upload', () => ({ upload: async () => Response.json(EMPTY_FILE, { status: 422 }) }))

async function send(kind: 'clients' | 'stock') {
  await renderPage(() => <NewImportPage kind={kind} />)
  const file = new File(['A,B\r\n'], 'empty.csv', { type: 'text/csv' })
  await userEvent.upload(screen.getByLabelText('File'), file)
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
}

it('says of a refused file of goods that the stock was not imported (SHP-11)', async () => {
  await send('stock')
  expect(await screen.findByText(/^Error importing stock! The file has no rows\./)).toBeVisible()
  expect(screen.getByLabelText('File')).toHaveAccessibleDescription(/^Error importing stock!/)
})

it('says of any other refused file that it was not imported (SHP-11)', async () => {
  await send('clients')
  expect(await screen.findByText(/^Error importing the file! The file has no rows\./)).toBeVisible()
})
