import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { PickListDetails } from '@/api/schema'
import { readDraft, setDraftOwner, writeDraft } from '@/ui/form/draft'
import { renderPage } from '../../../test/render'
import { LeftPicks } from './LeftPicks'
import { picksDraft } from './useKeptPicks'

vi.mock('@/blocks/scan/useSound', () => ({ useSound: () => ({ play: () => undefined }) }))

const list = { id: '7', can: { scan: false } } as PickListDetails

it('what did not count is named with its reason until somebody has seen it', async () => {
  setDraftOwner('ana')
  const pick = { key: 'a', code: 'L2', quantity: 3, isUnsent: false, refusal: 'The list is finished.' }
  writeDraft(picksDraft('7'), { picks: [pick] })
  await renderPage(() => <LeftPicks list={list} />)
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent('1 scan did not count')
  expect(alert).toHaveTextContent('3 × L2: The list is finished.')
  await userEvent.click(screen.getByRole('button', { name: 'OK, seen' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(readDraft(picksDraft('7'))).toBeUndefined()
})

it('a list without scans that were left says nothing', async () => {
  setDraftOwner('ana')
  await renderPage(() => <LeftPicks list={list} />)
  expect(screen.queryByRole('region')).toBeNull()
})
