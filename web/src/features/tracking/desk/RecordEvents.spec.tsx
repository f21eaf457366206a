import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import {
  type RecordEvents as Body,
  type ItemsShipmentEventKind,
  type RecordedEvent,
  ShipmentStatus,
  type TrackedJourney,
} from '@/api/schema'
import { renderPage } from '../../../../test/render'
import { RecordEvents } from './RecordEvents'
import { useCollected } from './useCollected'

const text = (en: string) => ({ pt: en, en, es: en, zh: en })

const CATALOGUE: ItemsShipmentEventKind = {
  data: [
    {
      id: 1,
      code: 'DEPARTED',
      stage: 'transit',
      status_effect: 70,
      public: true,
      terminal: false,
      upu_code: null,
      fsu_code: null,
      short_description: 'Departed',
      description: 'It has left.',
      short_description_locale: text('Departed'),
      description_locale: text('It has left.'),
      active: true,
      recordable: true,
    },
  ],
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(CATALOGUE))
})

const taken = (tracking_code: string): RecordedEvent => ({
  tracking_code,
  shipment_id: `id-${tracking_code}`,
  recorded: true,
  event_id: `event-${tracking_code}`,
  message_code: null,
  message: null,
  unconfirmed: false,
  on_hold: false,
})

const unknown = (tracking_code: string): RecordedEvent => ({
  tracking_code,
  shipment_id: null,
  recorded: false,
  event_id: null,
  message_code: 'not_found',
  message: 'Not found.',
  unconfirmed: false,
  on_hold: false,
})

type OnRecord = (body: Body) => Promise<RecordedEvent[]>
type OnLookUp = (codes: string[]) => Promise<TrackedJourney[]>

const tracked = (tracking_code: string, isKnown: boolean): TrackedJourney => ({
  tracking_code,
  found: isKnown,
  shipment_id: isKnown ? `id-${tracking_code}` : null,
  to_name: isKnown ? 'Maria Schmidt' : null,
  to_city: isKnown ? 'Berlin' : null,
  status: isKnown ? ShipmentStatus.Received : null,
  from_country_id: null,
  to_country_id: null,
  service_title_locale: null,
  due_on: null,
  due_from_on: null,
  last_event_at: null,
  hold_reason: null,
  parcel_count: null,
  brief: false,
  pickup: null,
  delivery: null,
  events: [],
})

/** Knows all codes but those that end in 'XX'. */
const lookUpMost: OnLookUp = async (codes) => codes.map((code) => tracked(code, !code.endsWith('XX')))

const undo = vi.fn(async (_: RecordedEvent[]) => {})

function Desk({ onRecord, onLookUp }: { onRecord: OnRecord; onLookUp: OnLookUp }) {
  return (
    <RecordEvents
      collected={useCollected()}
      onRecord={onRecord}
      onLookUp={onLookUp}
      onUndo={undo}
      shipmentTo={(id) => `/elsewhere/${id}`}
    />
  )
}

async function open(
  onRecord: OnRecord = async ({ tracking_codes }) => tracking_codes.map(taken),
  onLookUp: OnLookUp = () => new Promise(() => {}),
) {
  const record = vi.fn(onRecord)
  const lookUp = vi.fn(onLookUp)
  await renderPage(() => <Desk onRecord={record} onLookUp={lookUp} />)
  const user = userEvent.setup()
  const field = screen.getByRole('textbox', { name: 'Scan or enter a code' })
  return {
    record,
    lookUp,
    user,
    field,
    scan: (code: string) => user.type(field, `${code}{Enter}`),
    async choose(name: string) {
      await user.type(screen.getByRole('combobox', { name: 'Event' }), name)
      await user.keyboard('{Enter}')
    },
    submit: () => user.click(screen.getByRole('button', { name: /^Record/ })),
  }
}

const collected = () =>
  within(screen.getByRole('region', { name: 'Scanned codes' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

const sent = (record: { mock: { calls: [Body][] } }, call = 0) => record.mock.calls[call]?.[0]

describe('scanning', () => {
  it('takes code after code without the focus leaving the field', async () => {
    const { field, scan } = await open()
    await scan('AT000000014BR')
    await scan('AT000000028BR')
    expect(field).toHaveFocus()
    expect(field).toHaveValue('')
    expect(collected()).toHaveLength(2)
    expect(screen.getByText('AT000000028BR added.')).toBeInTheDocument()
  })

  it('notices a code that was scanned twice', async () => {
    const { scan } = await open()
    await scan('AT000000014BR')
    await scan('AT000000014BR')
    expect(collected()).toHaveLength(1)
    expect(screen.getByText('AT000000014BR is already in the list.')).toBeInTheDocument()
  })

  it('takes many at once from the clipboard', async () => {
    const { user, field } = await open()
    await user.click(field)
    await user.paste('AT000000014BR\nAT000000028BR AT000000031BR')
    expect(collected()).toHaveLength(3)
    expect(screen.getByText('3 codes added.')).toBeInTheDocument()
  })

  it('catches what a scanner types while nothing takes letters', async () => {
    const { user, field } = await open()
    expect(field).not.toHaveFocus()
    await user.keyboard('AT000000014BR{Enter}')
    expect(collected()).toHaveLength(1)
  })

  it('lets a code go, and is ready for the next', async () => {
    const { user, field, scan } = await open()
    await scan('AT000000014BR')
    await user.click(screen.getByRole('button', { name: 'Remove AT000000014BR' }))
    expect(collected()).toHaveLength(0)
    expect(field).toHaveFocus()
  })
})

describe('recording', () => {
  it('sends every code with the event, the time and the place', async () => {
    const { record, user, scan, choose, submit } = await open()
    await scan('AT000000014BR')
    await choose('departed')
    await user.type(screen.getByRole('textbox', { name: 'Location' }), 'Guarulhos')
    await submit()
    await waitFor(() => expect(record).toHaveBeenCalled())
    expect(sent(record)).toMatchObject({
      tracking_codes: ['AT000000014BR'],
      event_code: 'DEPARTED',
      location: 'Guarulhos',
      note: null,
    })
    expect(Date.parse(sent(record)?.occurred_at ?? '')).toBeLessThanOrEqual(Date.now())
  })

  it('takes what stands in the field without its Enter', async () => {
    const { record, user, field, choose, submit } = await open()
    await user.type(field, 'AT000000014BR')
    await choose('departed')
    await submit()
    await waitFor(() => expect(sent(record)?.tracking_codes).toEqual(['AT000000014BR']))
  })

  it('shows code by code what became of it, and keeps what was refused', async () => {
    const { scan, choose, submit } = await open(async () => [
      taken('AT000000014BR'),
      unknown('AT000000028BR'),
    ])
    await scan('AT000000014BR')
    await scan('AT000000028BR')
    await choose('departed')
    await submit()
    const result = within(await screen.findByRole('table'))
    expect(result.getByRole('link', { name: 'AT000000014BR' })).toBeVisible()
    expect(result.getByRole('row', { name: /AT000000028BR/ })).toHaveTextContent('Not found.')
    expect(collected()).toHaveLength(1)
    expect(collected()[0]).toContain('AT000000028BR')
  })

  it('takes back what it has just recorded', async () => {
    const { scan, choose, submit, user } = await open()
    await scan('AT000000014BR')
    await scan('AT000000028BR')
    await choose('departed')
    await submit()
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    expect(undo.mock.calls[0]?.[0].map(({ event_id }) => event_id)).toEqual([
      'event-AT000000028BR',
      'event-AT000000014BR',
    ])
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  it('asks for a code and an event before it asks the server', async () => {
    const { record, field, submit } = await open()
    await submit()
    expect(record).not.toHaveBeenCalled()
    expect(screen.getByText('Scan or enter at least one code.')).toBeVisible()
    expect(screen.getByText('Required field.')).toBeVisible()
    await waitFor(() => expect(field).toHaveFocus())
  })

  it('keeps everything when the call fails, and repeats it as the same event', async () => {
    const { record, scan, choose, submit } = await open(async () => {
      throw new ApiError(0)
    })
    await scan('AT000000014BR')
    await choose('departed')
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your entries are still here.')
    expect(collected()).toHaveLength(1)
    await submit()
    await waitFor(() => expect(record).toHaveBeenCalledTimes(2))
    expect(sent(record, 1)).toEqual(sent(record, 0))
  })

  it('refuses the future', async () => {
    const { record, user, scan, choose, submit } = await open()
    await scan('AT000000014BR')
    await choose('departed')
    await user.click(screen.getByRole('checkbox', { name: 'Happened just now' }))
    const when = screen.getByLabelText('Date and time')
    await user.clear(when)
    await user.type(when, '2999-01-01T10:00')
    await submit()
    expect(await screen.findByText('The date cannot be in the future.')).toBeVisible()
    expect(record).not.toHaveBeenCalled()
  })
})

describe('a look-up of each scan', () => {
  it('shows who a known code goes to, and marks an unknown one', async () => {
    const { scan } = await open(undefined, lookUpMost)
    await scan('AT000000014BR')
    expect(await screen.findByText(/Maria Schmidt, Berlin/, { selector: 'li *' })).toBeVisible()
    await scan('AT000000028XX')
    expect(await screen.findByText('No shipment has this code.')).toBeVisible()
    expect(screen.getByText('AT000000028XX not found.')).toBeInTheDocument()
    expect(screen.getByText('2 codes · 1 not found')).toBeVisible()
  })

  it('asks once for many, and not for a letter', async () => {
    const { user, field, lookUp } = await open(undefined, lookUpMost)
    await user.type(field, 'AT0000')
    await user.clear(field)
    await user.paste('AT000000014BR AT000000028BR AT000000031BR')
    await waitFor(() => expect(lookUp).toHaveBeenCalled())
    expect(await screen.findAllByText(/Maria Schmidt/)).toHaveLength(3)
    expect(lookUp).toHaveBeenCalledTimes(1)
    expect(lookUp).toHaveBeenCalledWith(['AT000000031BR', 'AT000000028BR', 'AT000000014BR'])
  })

  it('reads the label of one parcel of many as its shipment', async () => {
    const { scan } = await open()
    await scan('AT000000014BR002')
    expect(collected()[0]).toContain('AT000000014BR')
    expect(collected()[0]).not.toContain('002')
  })
})

describe('recording each scan at once', () => {
  async function openAuto(onRecord?: OnRecord, onLookUp = lookUpMost) {
    const desk = await open(onRecord, onLookUp)
    await desk.choose('departed')
    await desk.user.click(screen.getByRole('switch', { name: /^Record each scan immediately/ }))
    return desk
  }

  it('records a known code and shows that in its row', async () => {
    const { record, scan, field } = await openAuto()
    expect(field).toHaveFocus()
    await scan('AT000000014BR')
    expect(await screen.findByText(/^Recorded/, { selector: 'li *' })).toBeVisible()
    expect(sent(record)).toMatchObject({ tracking_codes: ['AT000000014BR'], event_code: 'DEPARTED' })
    expect(screen.getByText('1 recorded')).toBeVisible()
  })

  it('records all codes, also those scanned while others are looked up', async () => {
    const answers: (() => void)[] = []
    const slowly: OnLookUp = (codes) =>
      new Promise((resolve) => answers.push(() => resolve(codes.map((code) => tracked(code, true)))))
    const { scan, record, lookUp } = await openAuto(undefined, slowly)
    await scan('AT000000014BR')
    await waitFor(() => expect(lookUp).toHaveBeenCalledTimes(1))
    await scan('AT000000028BR')
    answers[0]?.()
    await waitFor(() => expect(lookUp).toHaveBeenCalledTimes(2))
    answers[1]?.()
    await waitFor(() => expect(record).toHaveBeenCalledTimes(2))
    expect(screen.getByText('2 recorded')).toBeVisible()
  })

  it('leaves an unknown code alone, and keeps a refused one with the reason', async () => {
    const { record, scan } = await openAuto(async ({ tracking_codes }) => tracking_codes.map(unknown))
    await scan('AT000000028XX')
    expect(await screen.findByText('No shipment has this code.')).toBeVisible()
    expect(record).not.toHaveBeenCalled()
    await scan('AT000000014BR')
    expect(await screen.findByText('Not found.')).toBeVisible()
    expect(collected()).toHaveLength(2)
  })

  it('needs an event first', async () => {
    await open(undefined, lookUpMost)
    expect(screen.getByRole('switch', { name: /^Record each scan immediately/ })).toBeDisabled()
  })
})

describe('frequent events', () => {
  it('stand as buttons, of those that the catalogue has', async () => {
    const { user } = await open()
    const events = within(screen.getByRole('group', { name: 'Frequent events' }))
    const departed = await events.findByRole('button', { name: 'Departed' })
    await user.click(departed)
    expect(departed).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('combobox', { name: 'Event' })).toHaveValue('Departed')
  })

  it('are chosen by a star, and remembered', async () => {
    const { user, choose } = await open()
    await choose('departed')
    await user.click(screen.getByRole('button', { name: 'Remove from frequent events' }))
    expect(screen.queryByRole('group', { name: 'Frequent events' })).toBeNull()
    expect(JSON.parse(localStorage.getItem('remessa-favourite-events') ?? '')).not.toContain('DEPARTED')
    await user.click(screen.getByRole('button', { name: 'Add to frequent events' }))
    const events = within(screen.getByRole('group', { name: 'Frequent events' }))
    expect(events.getByRole('button', { name: 'Departed' })).toBeVisible()
  })
})

it('says where the camera cannot read barcodes', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Scan with the camera' }))
  expect(await screen.findByText(/This browser cannot read barcodes/)).toBeVisible()
})
