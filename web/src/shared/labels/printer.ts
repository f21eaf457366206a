import { type DeviceName, type LabelStation, type LabelWay, readStation } from './station'

/** Why nothing was printed. */
export type PrinterRefusal = 'unsupported' | 'missing' | 'busy' | 'lost' | 'silent' | 'unfit'

export class PrinterError extends Error {
  readonly reason: PrinterRefusal

  constructor(reason: PrinterRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** The part of Web Serial that a printer needs. Chrome and Edge on computers have it. */
export type PrinterPort = {
  getInfo(): { usbVendorId?: number; usbProductId?: number }
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  writable: WritableStream<Uint8Array> | null
}

type Serial = { requestPort(): Promise<PrinterPort>; getPorts(): Promise<PrinterPort[]> }

type UsbEndpoint = { direction: 'in' | 'out'; type: string; endpointNumber: number }
type UsbAlternate = { alternateSetting: number; interfaceClass: number; endpoints: UsbEndpoint[] }
type UsbInterface = { interfaceNumber: number; alternates: UsbAlternate[] }

/** The part of WebUSB that a printer needs. */
export type PrinterDevice = {
  vendorId: number
  productId: number
  configuration: { interfaces: UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  selectAlternateInterface(number: number, setting: number): Promise<void>
  transferOut(endpoint: number, data: Uint8Array): Promise<{ status: 'ok' | 'stall' | 'babble' }>
}

type UsbFilter = { classCode?: number; vendorId?: number }
type Usb = {
  requestDevice(options: { filters: UsbFilter[] }): Promise<PrinterDevice>
  getDevices(): Promise<PrinterDevice[]>
}

const browser = () => navigator as Navigator & { serial?: Serial; usb?: Usb }

/** The class of printers, and the maker whose older devices do not name it. */
const PRINTER_CLASS = 7
const USB_FILTERS: UsbFilter[] = [{ classCode: PRINTER_CLASS }, { vendorId: 0x0a5f }]

/** Bytes of one transfer: a printer takes them while it prints. */
const PART = 16_384

/** A printer that takes nothing for so long is switched off, open or without paper. */
const PATIENCE_MS = 20_000

export const isSupported = (way: LabelWay) =>
  way === 'file' || (way === 'serial' ? browser().serial : browser().usb) !== undefined

const portName = (port: PrinterPort): DeviceName => {
  const { usbVendorId, usbProductId } = port.getInfo()
  return { vendor: usbVendorId, product: usbProductId }
}

const deviceName = ({ vendorId, productId }: PrinterDevice): DeviceName => ({
  vendor: vendorId,
  product: productId,
})

const isSame = (one: DeviceName, other: DeviceName | null) =>
  other !== null && one.vendor === other.vendor && one.product === other.product

/** Asks the user for a printer; needs a click. Undefined when none was chosen. */
export async function askForPrinter(way: LabelWay): Promise<DeviceName | undefined> {
  const { serial, usb } = browser()
  if (way === 'serial' && serial) return serial.requestPort().then(portName, () => undefined)
  if (way === 'usb' && usb) {
    return usb.requestDevice({ filters: USB_FILTERS }).then(deviceName, () => undefined)
  }
  throw new PrinterError('unsupported')
}

/** Whether a serial port is that of this station's label printer, so that no scale is looked for there. */
export const isPrinterPort = (port: object) => {
  const { way, device } = readStation()
  return way === 'serial' && 'getInfo' in port && isSame(portName(port as PrinterPort), device)
}

let last: Promise<unknown> = Promise.resolve()

/** Sends labels to the printer of this station, one file after the other. */
export function sendToPrinter(zpl: Uint8Array, station = readStation()): Promise<void> {
  const send = station.way === 'usb' ? sendByUsb : sendBySerial
  const sent = last.then(() => send(zpl, station))
  last = sent.catch(() => undefined)
  return sent
}

/** A step that fails has this reason. */
const step = <T>(work: Promise<T>, reason: PrinterRefusal) =>
  work.catch((error: unknown) => {
    throw error instanceof PrinterError ? error : new PrinterError(reason)
  })

function patiently<T>(work: Promise<T>): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, refuse) => {
    clock = setTimeout(() => refuse(new PrinterError('silent')), PATIENCE_MS)
  })
  return Promise.race([work, silence]).finally(() => clearTimeout(clock))
}

const parts = (zpl: Uint8Array) =>
  Array.from({ length: Math.ceil(zpl.length / PART) }, (_, at) => zpl.subarray(at * PART, (at + 1) * PART))

async function sendBySerial(zpl: Uint8Array, { device, baud }: LabelStation) {
  const { serial } = browser()
  if (!serial) throw new PrinterError('unsupported')
  const port = (await serial.getPorts()).find((known) => isSame(portName(known), device))
  if (!port) throw new PrinterError('missing')
  await step(port.open({ baudRate: baud }), 'busy')
  try {
    const writer = port.writable?.getWriter()
    if (!writer) throw new PrinterError('lost')
    try {
      for (const part of parts(zpl)) await step(patiently(writer.write(part)), 'lost')
      // Waits until everything has left the computer.
      await step(patiently(writer.close()), 'lost')
    } catch (error) {
      void writer.abort().catch(() => undefined)
      throw error
    } finally {
      writer.releaseLock()
    }
  } finally {
    await port.close().catch(() => undefined)
  }
}

async function sendByUsb(zpl: Uint8Array, { device: name }: LabelStation) {
  const { usb } = browser()
  if (!usb) throw new PrinterError('unsupported')
  const device = (await usb.getDevices()).find((known) => isSame(deviceName(known), name))
  if (!device) throw new PrinterError('missing')
  await step(device.open(), 'busy')
  try {
    if (!device.configuration) await step(device.selectConfiguration(1), 'busy')
    const outlet = findOutlet(device)
    if (!outlet) throw new PrinterError('unfit')
    // The driver of the system can hold the printer.
    await step(device.claimInterface(outlet.interface), 'busy')
    await step(device.selectAlternateInterface(outlet.interface, outlet.setting), 'busy')
    for (const part of parts(zpl)) {
      const { status } = await step(patiently(device.transferOut(outlet.endpoint, part)), 'lost')
      if (status !== 'ok') throw new PrinterError('lost')
    }
  } finally {
    await device.close().catch(() => undefined)
  }
}

/** Where a device takes data to print. */
function findOutlet(device: PrinterDevice) {
  const places = (device.configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternates }) =>
    alternates.flatMap(({ alternateSetting, interfaceClass, endpoints }) =>
      endpoints
        .filter(({ direction, type }) => direction === 'out' && type === 'bulk')
        .map(({ endpointNumber }) => ({
          interface: interfaceNumber,
          setting: alternateSetting,
          endpoint: endpointNumber,
          isPrinter: interfaceClass === PRINTER_CLASS,
        })),
    ),
  )
  return places.find(({ isPrinter }) => isPrinter) ?? places[0]
}
