import { IconPrinter } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { fitsAny, inOrderOfUse, type StateAction } from './fitting-actions'

type Row = Pick<ShipmentSummary, 'status' | 'unconfirmed' | 'hold' | 'can'>

const can = (hold: boolean) => ({ hold }) as Row['can']

const row = (fields: Partial<Row>): Row => ({
  status: ShipmentStatus.Confirmed,
  unconfirmed: false,
  hold: null,
  can: can(true),
  ...fields,
})

const draft = row({ status: ShipmentStatus.Draft, can: can(false) })
const moved = row({ status: ShipmentStatus.Received, unconfirmed: true })
const held = row({ hold: { reason: 'payment' } as unknown as Row['hold'], can: can(false) })

const ACTIONS: StateAction[] = ['confirm', 'update', 'hold', 'release']

const fitting = (rows: Row[], all = false) => ACTIONS.filter((action) => fitsAny(action, { all, rows }))

it('actions are for the states of the chosen shipments', () => {
  expect(fitting([draft])).toEqual(['confirm', 'update'])
  expect(fitting([moved])).toEqual(['confirm', 'hold'])
  expect(fitting([held])).toEqual(['release'])
  expect(fitting([draft, held])).toEqual(['confirm', 'update', 'release'])
  expect(fitting([row({ status: ShipmentStatus.Cancelled, can: can(false) })])).toEqual([])
})

it('what all matches are for is not known, so all actions stay', () => {
  expect(fitting([], true)).toEqual(['confirm', 'update', 'hold', 'release'])
})

it('what cannot be done now comes last, the others keep their order', () => {
  const action = (label: string, refused?: string) => ({ label, icon: IconPrinter, run: () => {}, refused })
  const ordered = inOrderOfUse([action('Print'), action('Confirm', 'No drafts'), action('Cancel')])
  expect(ordered.map(({ label }) => label)).toEqual(['Print', 'Cancel', 'Confirm'])
})
