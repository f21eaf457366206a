import { useEffect, useRef, useState } from 'react'
import { useFormat } from '@/ui/format'
import { type FileColumn, valueOfCell } from './cells'
import { csvFile } from './csv'
import { fetchAll, type LoadPage } from './fetch-all'
import { saveFile } from './save-file'
import { xlsxFile } from './xlsx'

export type FileFormat = 'csv' | 'xlsx'
export type Loaded = { rows: number; total: number }

type Options<T> = {
  label: string
  columns: FileColumn<T>[]
  load: LoadPage<T>
  /** The file was saved. */
  onDone(): void
}

/** Loads all rows of a list and saves them as a file. */
export function useExport<T extends { id: string }>({ label, columns, load, onDone }: Options<T>) {
  const { timeZone } = useFormat().preferences
  /** Rows so far, of those that are known to exist; undefined while nothing is loaded. */
  const [loaded, setLoaded] = useState<Loaded>()
  const [failure, setFailure] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const stop = () => {
    running.current?.abort()
    setLoaded(undefined)
    setFailure(undefined)
  }
  useEffect(() => () => running.current?.abort(), [])

  async function start(format: FileFormat) {
    const run = new AbortController()
    running.current = run
    setFailure(undefined)
    setLoaded({ rows: 0, total: 0 })
    try {
      const rows = await fetchAll(load, run.signal, (rows, total) => setLoaded({ rows, total }))
      const write = format === 'csv' ? csvFile : xlsxFile
      const header = columns.map((column) => column.header)
      const cells = rows.map((row) => columns.map((column) => valueOfCell(column, row)))
      saveFile(write(header, cells, wallClock(timeZone)), `${label}.${format}`)
      setLoaded(undefined)
      onDone()
    } catch (error) {
      if (run.signal.aborted) return
      setLoaded(undefined)
      setFailure(error)
    }
  }

  return { loaded, failure, start, stop }
}

/** '2026-11-25 14:10:05' by the account's clock. */
function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (at: Date) => format.format(at)
}
