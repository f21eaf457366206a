import { strFromU8, unzipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import { valueOfCell } from './cells'
import { csvFile, guarded } from './csv'
import { fetchAll, type LoadedPage, TooManyRows } from './fetch-all'
import { xlsxFile } from './xlsx'

const moment = () => '2026-11-25 12:00:00'
const ROWS = [
  ['Ana "A", São Paulo', -1.5, new Date(0)],
  ['=HYPERLINK("x")\n2', 12, null],
]

async function sheetOf(blob: Blob) {
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  return strFromU8(files['xl/worksheets/sheet1.xml'] as Uint8Array)
}

it('a CSV file has quotes, guarded formulas and plain numbers', async () => {
  const bytes = new Uint8Array(await csvFile(['Name', '-Sum', 'At'], ROWS, moment).arrayBuffer())
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
    '\ufeffName,\'-Sum,At\r\n"Ana ""A"", São Paulo",-1.5,2026-11-25 12:00:00\r\n"\'=HYPERLINK(""x"")\n2",12,\r\n',
  )
})

it('only what a spreadsheet would run is guarded', () => {
  const run = ['=1', '+a', '-a', '@x', '\tx', '\n=1', "'=1", ' =1', '＝1', '＋1', '－1', '＠x']
  for (const cell of run) expect(guarded(cell)).toBe(`'${cell}`)
  for (const cell of ['-1,50', '+55', 'a=1', "'a", '']) expect(guarded(cell)).toBe(cell)
})

it('a workbook has typed texts, numbers and moments', async () => {
  const sheet = await sheetOf(xlsxFile(['Name'], [['<b>\u0001_x0041_', 7, new Date(0), null]], moment))
  expect(sheet).toContain('<t xml:space="preserve">&lt;b&gt;_x005F_x0041_</t>')
  expect(sheet).toContain('<c><v>7</v></c><c s="2"><v>46351.5</v></c><c/>')
  expect(new DOMParser().parseFromString(sheet, 'text/xml').querySelector('parsererror')).toBeNull()
})

it('a cell without a text of its own is in the file if it is plain', () => {
  const column = (cell: () => unknown) => ({ header: '', cell: cell as () => string })
  expect(
    valueOfCell(
      column(() => 'a'),
      {},
    ),
  ).toBe('a')
  expect(
    valueOfCell(
      column(() => ({})),
      {},
    ),
  ).toBeNull()
  expect(valueOfCell({ ...column(() => 'a'), text: () => 5 }, {})).toBe(5)
})

const pages = (total: number, total_capped = false) =>
  vi.fn(async ({ page }: { page: number }): Promise<LoadedPage<{ id: string }>> => {
    const rows = Array.from({ length: Math.min(100, total - (page - 1) * 100) }, (_, at) => ({
      id: String((page - 1) * 100 + at),
    }))
    return { data: rows, meta: { total, total_capped } }
  })

it('all pages are loaded, and the way is told', async () => {
  const [load, told] = [pages(201), vi.fn()]
  expect(await fetchAll(load, new AbortController().signal, told)).toHaveLength(201)
  expect(load).toHaveBeenCalledTimes(3)
  expect(told.mock.calls).toEqual([
    [100, 201],
    [200, 201],
    [201, 201],
  ])
})

it('a list that was not counted to its end is loaded to its end', async () => {
  const counted = pages(1201)
  const load: typeof counted = vi.fn(async (asked) => {
    const { data } = await counted(asked)
    const isCounted = asked.page >= 10
    return { data, meta: { total: isCounted ? 1201 : 1000, total_capped: !isCounted } }
  })
  expect(await fetchAll(load, new AbortController().signal, vi.fn())).toHaveLength(1201)
  expect(load).toHaveBeenCalledTimes(13)
})

it('too many rows end after the first page, and a cancelled export too', async () => {
  const never = new AbortController()
  await expect(fetchAll(pages(10_000, true), never.signal, vi.fn())).rejects.toThrow(TooManyRows)
  const stopped = new AbortController()
  const load = pages(300)
  await expect(fetchAll(load, stopped.signal, () => stopped.abort())).rejects.toThrow()
  expect(load).toHaveBeenCalledTimes(2)
})
