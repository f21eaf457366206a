import { useLocalStorage } from '@mantine/hooks'
import type { PrintFormat } from '@/api/schema'

export const LABEL_FORMATS = ['pdf', 'zpl_203', 'zpl_300'] as const satisfies readonly PrintFormat[]

/** How a label in the printer's language gets there: as a file that is saved, or straight to a connected printer. */
export const LABEL_WAYS = ['file', 'serial', 'usb'] as const
export type LabelWay = (typeof LABEL_WAYS)[number]

export const BAUD_RATES = [9600, 19200, 38400, 57600, 115200] as const

/** What the browser says of a device that the user has chosen. */
export type DeviceName = { vendor?: number; product?: number }

/** The label printer of this browser. It stays in the browser. */
export type LabelStation = {
  /** Null follows the account of whoever prints. */
  format: PrintFormat | null
  way: LabelWay
  baud: number
  device: DeviceName | null
}

/** Where a label goes. */
export type LabelTarget = { format: PrintFormat; way: LabelWay }

export const PDF: LabelTarget = { format: 'pdf', way: 'file' }

const NEW_STATION: LabelStation = { format: null, way: 'file', baud: 9600, device: null }

const KEY = 'remessa-label-printer'

const oneOf = <T>(values: readonly T[], value: unknown) => values.find((known) => known === value)

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** Reads what an older release, or somebody by hand, may have written. */
export function parseStation(text: string | null | undefined): LabelStation {
  try {
    const { format, way, baud, device } = JSON.parse(text ?? '') as Record<string, unknown>
    const { vendor, product } = (device ?? {}) as Record<string, unknown>
    return {
      format: oneOf(LABEL_FORMATS, format) ?? null,
      way: oneOf(LABEL_WAYS, way) ?? 'file',
      baud: oneOf<number>(BAUD_RATES, baud) ?? NEW_STATION.baud,
      device: device ? { vendor: numberOf(vendor), product: numberOf(product) } : null,
    }
  } catch {
    return NEW_STATION
  }
}

export function readStation(): LabelStation {
  try {
    return parseStation(localStorage.getItem(KEY))
  } catch {
    return NEW_STATION
  }
}

export function useLabelStation() {
  const [station, setStation] = useLocalStorage<LabelStation>({
    key: KEY,
    defaultValue: NEW_STATION,
    deserialize: parseStation,
    getInitialValueInEffect: false,
  })
  return { station, change: (part: Partial<LabelStation>) => setStation({ ...station, ...part }) }
}

/** Where labels go: the station comes before the account, and a PDF goes to the browser's print dialog. */
export function chooseTarget(account: PrintFormat | undefined, station = readStation()): LabelTarget {
  const format = station.format ?? account ?? 'pdf'
  return format === 'pdf' ? PDF : { format, way: station.way }
}

/** Where labels go if they go to the connected printer; undefined where none is set up. */
export function printerTarget(
  account: PrintFormat | undefined,
  station = readStation(),
): LabelTarget | undefined {
  if (station.way === 'file' || !station.device) return undefined
  const format = station.format ?? account ?? 'pdf'
  return { format: format === 'pdf' ? 'zpl_203' : format, way: station.way }
}
