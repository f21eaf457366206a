import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { Manifest } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { Houses } from './Houses'

const { useManifestHouses } = vi.hoisted(() => ({
  useManifestHouses: vi.fn((_id: string, _params: object) => ({ data: { data: [] }, error: null })),
}))

vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => ({
  manifestRecordAnswer: vi.fn(),
  useManifestHouses,
}))
vi.mock('@/context/session', () => ({ useProfile: () => ({ can: {} }) }))
vi.mock('./refresh', () => ({ refreshManifests: vi.fn() }))

const asked = () => useManifestHouses.mock.lastCall?.[1]

function Page() {
  const [isSent, setSent] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setSent(false)}>
        amend
      </button>
      <Houses manifest={{ id: '7', revision: 1, can: { record_answer: isSent } } as Manifest} />
    </>
  )
}

it('an answer that was chosen for a sent version hides no house of the next one', async () => {
  await renderPage(() => <Page />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Answer' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Rejected' }))
  await waitFor(() => expect(asked()).toMatchObject({ answer: 'rejected' }))
  await userEvent.click(screen.getByRole('button', { name: 'amend' }))
  expect(asked()).not.toHaveProperty('answer')
})
