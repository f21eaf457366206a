import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Manifest, ManifestProblem } from '@/api/schema'
import { renderPage } from '../../../test/render'
import { CheckList } from './CheckList'

const problem = (more: Partial<ManifestProblem>): ManifestProblem => ({
  kind: 'house_long',
  is_blocking: false,
  seq: 1,
  house: 'LX821947508BR',
  shipment_id: null,
  field: 'house',
  text: 'LX821947508BR',
  written: '',
  ...more,
})

const check = vi.hoisted(() => ({ data: { data: {} } }))
vi.mock('@/context/session', () => ({ useProfile: () => ({ can: {} }) }))
vi.mock('@/api/generated/endpoints/consolidation/consolidation', () => ({ useManifestCheck: () => check }))

it('numbers that are too long stand for each other', async () => {
  check.data.data = {
    houses: 3,
    pieces: 3,
    weight_g: 3000,
    blocking: 0,
    notes: 4,
    counts: [
      { kind: 'letters_lost', count: 1 },
      { kind: 'house_long', count: 3 },
    ],
    problems: [
      problem({ kind: 'letters_lost', field: 'consignee_name', text: 'Ana 王', written: 'ANA' }),
      problem({}),
      problem({ seq: 2, house: 'LX821947511BR', text: 'LX821947511BR' }),
      problem({ seq: 3, house: 'LX821947525BR', text: 'LX821947525BR' }),
    ],
  }
  await renderPage(() => <CheckList manifest={{ id: '1' } as Manifest} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('Ana 王 → ANA')).toBeVisible()
  expect(screen.getByText('The same goes for 2 more houses.')).toBeVisible()
  expect(screen.queryByText(/are shown/)).toBeNull()
})
