import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import type { Remarks } from './CodeList'
import type { CodeLine, CodeRule } from './codes'
import { ScanList } from './ScanList'
import { beep } from './sound'
import { useScannedCodes } from './useScannedCodes'
import { useScanning } from './useScanning'

vi.mock('./sound', () => ({ beep: vi.fn() }))

type Bag = { name: string; weight: string }

const RULE: CodeRule = { read: (text) => text.toUpperCase().match(/BAG-\d+/g) ?? [], most: 5 }

/** Knows all bags but the ninth. */
const loadBags = async (codes: string[]) =>
  codes.map((code): [string, Bag | null] => [
    code,
    code === 'BAG-9' ? null : { name: `to Lisbon by ${code}`, weight: '12 kg' },
  ])

const REMARKS: Remarks<Bag> = {
  done: (bag, { count }) => `Loaded: ${count ?? bag?.name}`,
  held: () => 'Loaded, put it aside',
  unknown: 'No such bag',
  known: ({ weight }) => weight,
  doubt: (code) => (code === 'BAG-8' ? 'Not one of this year' : undefined),
  doneCount: (count) => `${count} loaded`,
}

type TableProps = {
  load: typeof loadBags
  start?: CodeLine[]
  record(codes: string[], flight: string): Promise<'taken' | 'unknown'>
  isRepeatable?: boolean
}

/** Bags are loaded onto a flight as they are scanned, if one is chosen. */
function LoadingTable({ load, start, record, isRepeatable }: TableProps) {
  const [flight, setFlight] = useState('')
  const codes = useScannedCodes({ draft: 'bags', rule: RULE, start })
  const scanning = useScanning({
    codes,
    lookUp: { load, most: 2 },
    atOnce: flight
      ? { purpose: flight, record: (scanned) => record(scanned, flight), isRepeatable }
      : undefined,
  })
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <ScanList
        field={field}
        scanning={scanning}
        remarks={REMARKS}
        path="bags"
        error={undefined}
        onType={() => {}}
        holdsRefusals
      />
      <button type="button" onClick={() => setFlight('TP 82')}>
        Load onto TP 82
      </button>
      <button
        type="button"
        onClick={() => codes.amend((lines) => lines.map((line) => ({ ...line, refusal: 'Closed.' })))}
      >
        Close the flight
      </button>
    </>
  )
}

async function open(props: Partial<TableProps> = {}) {
  const load = vi.fn(props.load ?? loadBags)
  const record = vi.fn(props.record ?? (async () => 'taken' as const))
  await renderPage(() => <LoadingTable {...props} load={load} record={record} />)
  const user = userEvent.setup()
  const field = screen.getByRole('textbox', { name: 'Scan or enter a code' })
  return {
    load,
    record,
    user,
    field,
    async scan(text: string) {
      await user.click(field)
      await user.paste(text)
      if (RULE.read(text).length < 2) await user.keyboard('{Enter}')
    },
  }
}

const shown = () =>
  within(screen.getByRole('region', { name: 'Scanned codes' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

beforeEach(() => vi.mocked(beep).mockClear())

it('shows what the page knows of each record, and what it says of the others', async () => {
  const { scan } = await open()
  await scan('bag-1')
  await scan('bag-9')
  await waitFor(() => expect(shown()).toEqual(['2BAG-9 No such bag', '1BAG-112 kg']))
  expect(screen.getByText('2 codes · 1 not found')).toBeVisible()
})

it('shows done, held and refused codes in the words of the page', async () => {
  await open({
    load: () => new Promise(() => {}),
    start: [
      { code: 'BAG-1', done: true, held: true },
      { code: 'BAG-2', refusal: 'Closed.' },
      { code: 'BAG-8' },
    ],
  })
  expect(shown()).toEqual(['3BAG-1 Loaded, put it aside', '2BAG-2 Closed.', '1BAG-8Not one of this year'])
  expect(screen.getByText('1 code · 1 loaded · 1 refused')).toBeVisible()
})

it('counts what was scanned and what was refused, and no code that waits where none does', async () => {
  await open({
    load: () => new Promise(() => {}),
    start: [
      { code: 'BAG-1', done: true },
      { code: 'BAG-2', refusal: 'Closed.' },
      { code: 'BAG-3', refusal: 'Full.', isSeen: true },
    ],
  })
  expect(screen.getByText('1 loaded · 2 refused')).toBeVisible()
})

it('a code that got no answer waits, and is not refused', async () => {
  const start = [{ code: 'BAG-1', refusal: 'Sent again.', unsent: true }]
  await open({ load: () => new Promise(() => {}), start })
  expect(screen.getByText('1 code')).toBeVisible()
})

it('tells the page how many parcels a code stood for', async () => {
  await open({ load: () => new Promise(() => {}), start: [{ code: 'BAG-1', done: true, count: 3 }] })
  expect(shown()).toEqual(['1BAG-1 Loaded: 3'])
})

it('counts no codes that wait when all are done', async () => {
  await open({ start: [{ code: 'BAG-1', done: true }] })
  expect(screen.getByText('1 loaded')).toBeVisible()
})

it('asks for no more codes in a call than the look-up takes, and for each once', async () => {
  const { load, scan } = await open()
  await scan('BAG-1 BAG-2 BAG-3')
  await waitFor(() => expect(shown()).toEqual(['3BAG-312 kg', '2BAG-212 kg', '1BAG-112 kg']))
  expect(load.mock.calls).toEqual([[['BAG-3', 'BAG-2']], [['BAG-1']]])
})

it('records a scan at once for what it was scanned for, and nothing that was there before', async () => {
  const { record, user, scan } = await open()
  await scan('BAG-1')
  await waitFor(() => expect(beep).toHaveBeenCalledExactlyOnceWith('taken'))
  await user.click(screen.getByRole('button', { name: 'Load onto TP 82' }))
  await scan('BAG-2')
  await waitFor(() => expect(record).toHaveBeenCalledExactlyOnceWith(['BAG-2'], 'TP 82'))
})

it.each([
  [
    true,
    [
      ['BAG-2', 'TP 82'],
      ['BAG-4', 'TP 82'],
    ],
  ],
  [false, []],
])(
  'scans what has its answer once more, if twice is the same as once: %s',
  async (isRepeatable, recorded) => {
    const start: CodeLine[] = [
      { code: 'BAG-2', refusal: 'No network.' },
      { code: 'BAG-3' },
      { code: 'BAG-4', done: true },
    ]
    const { load, record, user, scan } = await open({ start, isRepeatable })
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    await act(async () => {
      await Promise.all(load.mock.results.map(({ value }) => value))
    })
    await user.click(screen.getByRole('button', { name: 'Load onto TP 82' }))
    for (const code of ['BAG-3', 'BAG-2', 'BAG-4']) await scan(code)
    await waitFor(() => expect(beep).toHaveBeenCalledWith(isRepeatable ? 'taken' : 'known'))
    expect(record.mock.calls.map(([codes, flight]) => [...codes, flight])).toEqual(recorded)
  },
)

it('a code that the scanner sends twice at once is scanned once', async () => {
  const { load, record, user, scan } = await open({
    start: [{ code: 'BAG-1', done: true }],
    isRepeatable: true,
  })
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  await act(async () => {
    await load.mock.results[0]?.value
  })
  await user.click(screen.getByRole('button', { name: 'Load onto TP 82' }))
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  await scan('BAG-1')
  await scan('BAG-1')
  clock.mockRestore()
  expect(record).toHaveBeenCalledExactlyOnceWith(['BAG-1'], 'TP 82')
})

it('a refused code was not added', async () => {
  const { user, scan } = await open()
  await scan('BAG-1')
  expect(await screen.findByText('BAG-1: to Lisbon by BAG-1')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close the flight' }))
  await waitFor(() => expect(screen.queryByText('BAG-1: to Lisbon by BAG-1')).toBeNull())
})

it('sounds as the recording answers', async () => {
  const { user, scan } = await open({ record: async () => 'unknown' })
  await user.click(screen.getByRole('button', { name: 'Load onto TP 82' }))
  await scan('BAG-1')
  await waitFor(() => expect(beep).toHaveBeenCalledExactlyOnceWith('unknown'))
})

it('sounds low for a code that is in the list, and is silent where the sound is off', async () => {
  const { user, scan } = await open({ load: () => new Promise(() => {}) })
  await scan('BAG-1')
  await scan('BAG-1')
  expect(beep).toHaveBeenCalledExactlyOnceWith('known')
  await user.click(screen.getByRole('button', { name: 'Turn sound off' }))
  await scan('BAG-1')
  expect(beep).toHaveBeenCalledOnce()
})

it('keeps the codes over a reload', async () => {
  const { scan } = await open({ load: () => new Promise(() => {}) })
  await scan('BAG-1')
  window.dispatchEvent(new Event('pagehide'))
  const kept = localStorage.getItem('remessa-draft-unsent-bags')
  expect(JSON.parse(kept ?? '')).toEqual({ lines: [{ code: 'BAG-1' }] })
})

it('a removed code is gone, and the field has the focus', async () => {
  const { field, user, scan } = await open()
  await scan('BAG-1')
  await user.click(screen.getByRole('button', { name: 'Remove BAG-1' }))
  expect(shown()).toEqual([])
  expect(field).toHaveFocus()
})

it('refused codes stay in sight over other scans, until somebody has seen them', async () => {
  const { user, scan } = await open()
  await scan('BAG-1')
  await user.click(screen.getByRole('button', { name: 'Close the flight' }))
  await scan('BAG-2')
  expect(await screen.findByText('1 to put aside')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'OK, seen' }))
  expect(screen.queryByText('1 to put aside')).toBeNull()
  expect(screen.getByText('Closed.')).toBeVisible()
})

it('a barcode that says OK is no code: the refusals were seen', async () => {
  const { user, field } = await open()
  await user.click(field)
  await user.paste('BAG-1')
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Close the flight' }))
  expect(await screen.findByText('1 to put aside')).toBeVisible()
  await user.click(field)
  await user.keyboard('ok{Enter}')
  await waitFor(() => expect(screen.queryByText('1 to put aside')).toBeNull())
  expect(field).toHaveValue('')
  expect(shown()).toHaveLength(1)
})
