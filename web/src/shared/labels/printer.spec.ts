import { afterEach, expect, it, vi } from 'vitest'
import {
  askForPrinter,
  isPrinterPort,
  isSupported,
  type PrinterDevice,
  type PrinterPort,
  sendToPrinter,
} from './printer'
import { type LabelStation, parseStation } from './station'

const LABEL = new TextEncoder().encode('^XA^FDAnn^FS^XZ')
const NAME = { vendor: 2655, product: 7 }

const station = (part: Partial<LabelStation>): LabelStation => ({
  ...parseStation(null),
  device: NAME,
  ...part,
})

function offer(name: 'serial' | 'usb', value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true })
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serial')
  Reflect.deleteProperty(navigator, 'usb')
  vi.useRealTimers()
})

/** A serial printer that keeps what it gets, or takes nothing. */
function playPort({ isSilent = false, product = NAME.product } = {}) {
  const taken: number[] = []
  const calls: string[] = []
  const port: PrinterPort = {
    writable: null,
    getInfo: () => ({ usbVendorId: NAME.vendor, usbProductId: product }),
    async open({ baudRate }) {
      calls.push(`open ${baudRate}`)
      port.writable = new WritableStream<Uint8Array>({
        write: (part) => (isSilent ? new Promise(() => {}) : void taken.push(...part)),
      })
    },
    async close() {
      calls.push('close')
    },
  }
  return { port, taken, calls }
}

function playDevice(interfaceClass = 7) {
  const taken: number[] = []
  const calls: string[] = []
  const endpoints = [
    { direction: 'in' as const, type: 'bulk', endpointNumber: 1 },
    { direction: 'out' as const, type: 'bulk', endpointNumber: 2 },
  ]
  const alternates = [{ alternateSetting: 0, interfaceClass, endpoints }]
  const device: PrinterDevice = {
    vendorId: NAME.vendor,
    productId: NAME.product,
    configuration: { interfaces: [{ interfaceNumber: 0, alternates }] },
    open: async () => void calls.push('open'),
    close: async () => void calls.push('close'),
    selectConfiguration: async () => {},
    claimInterface: async (number) => void calls.push(`claim ${number}`),
    selectAlternateInterface: async () => {},
    transferOut: async (endpoint, data) => {
      calls.push(`out ${endpoint}`)
      taken.push(...data)
      return { status: 'ok' }
    },
  }
  return { device, taken, calls }
}

const refusal = async (sent: Promise<void>) =>
  sent.then(
    () => 'none',
    ({ reason }) => reason as string,
  )

it('a label is sent whole to the serial port of the station, which is closed again', async () => {
  const other = playPort({ product: 8 })
  const { port, taken, calls } = playPort()
  offer('serial', { getPorts: async () => [other.port, port] })
  const long = new Uint8Array(40_000).fill(65)
  await sendToPrinter(long, station({ way: 'serial', baud: 115200 }))
  expect(taken).toHaveLength(40_000)
  expect(calls).toEqual(['open 115200', 'close'])
  expect(other.calls).toEqual([])
})

it('two labels do not mix', async () => {
  const { port, taken, calls } = playPort()
  offer('serial', { getPorts: async () => [port] })
  const serial = station({ way: 'serial' })
  await Promise.all([sendToPrinter(LABEL, serial), sendToPrinter(LABEL, serial)])
  expect(calls).toEqual(['open 9600', 'close', 'open 9600', 'close'])
  expect(new TextDecoder().decode(new Uint8Array(taken))).toBe('^XA^FDAnn^FS^XZ'.repeat(2))
})

it('a label is sent to the printer at USB by the way out of its printer', async () => {
  const { device, taken, calls } = playDevice()
  offer('usb', { getDevices: async () => [device] })
  await sendToPrinter(LABEL, station({ way: 'usb' }))
  expect(taken).toEqual([...LABEL])
  expect(calls).toEqual(['open', 'claim 0', 'out 2', 'close'])
})

it('says why nothing was printed', async () => {
  const [serial, usb] = [station({ way: 'serial' }), station({ way: 'usb' })]
  expect(await refusal(sendToPrinter(LABEL, serial))).toBe('unsupported')
  expect(await refusal(sendToPrinter(LABEL, usb))).toBe('unsupported')

  offer('serial', { getPorts: async () => [playPort({ product: 8 }).port] })
  expect(await refusal(sendToPrinter(LABEL, serial))).toBe('missing')

  const busy = playPort().port
  busy.open = () => Promise.reject(new DOMException('open', 'InvalidStateError'))
  offer('serial', { getPorts: async () => [busy] })
  expect(await refusal(sendToPrinter(LABEL, serial))).toBe('busy')

  const { device, calls } = playDevice()
  device.claimInterface = () => Promise.reject(new DOMException('driver', 'SecurityError'))
  offer('usb', { getDevices: async () => [device] })
  expect(await refusal(sendToPrinter(LABEL, usb))).toBe('busy')
  expect(calls.at(-1)).toBe('close')

  const stalled = playDevice().device
  stalled.transferOut = async () => ({ status: 'stall' })
  offer('usb', { getDevices: async () => [stalled] })
  expect(await refusal(sendToPrinter(LABEL, usb))).toBe('lost')

  const camera = playDevice(14).device
  camera.configuration = { interfaces: [] }
  offer('usb', { getDevices: async () => [camera] })
  expect(await refusal(sendToPrinter(LABEL, usb))).toBe('unfit')
})

it('does not wait for ever for a printer that takes nothing', async () => {
  vi.useFakeTimers()
  const { port, calls } = playPort({ isSilent: true })
  offer('serial', { getPorts: async () => [port] })
  const refused = refusal(sendToPrinter(LABEL, station({ way: 'serial' })))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await refused).toBe('silent')
  expect(calls.at(-1)).toBe('close')
})

it('a printer is what the user chooses, or nothing', async () => {
  expect(isSupported('serial')).toBe(false)
  await expect(askForPrinter('serial')).rejects.toMatchObject({ reason: 'unsupported' })
  offer('serial', { requestPort: async () => playPort().port })
  expect(isSupported('serial')).toBe(true)
  expect(await askForPrinter('serial')).toEqual(NAME)
  offer('usb', { requestDevice: () => Promise.reject(new DOMException('none', 'NotFoundError')) })
  expect(await askForPrinter('usb')).toBeUndefined()
})

it('no scale is looked for at the port of the label printer', () => {
  const { port } = playPort()
  expect(isPrinterPort(port)).toBe(false)
  localStorage.setItem('remessa-label-printer', JSON.stringify(station({ way: 'serial' })))
  expect(isPrinterPort(port)).toBe(true)
  expect(isPrinterPort(playPort({ product: 8 }).port)).toBe(false)
})
