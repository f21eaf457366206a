import { isPrinterPort } from '@/shared/labels/printer'
import { addReceived } from './scale-frames'

/** The part of Web Serial that a scale needs. Chrome and Edge on computers have it. */
export type SerialPort = {
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  readable: ReadableStream<Uint8Array> | null
}

type Serial = { requestPort(): Promise<SerialPort>; getPorts(): Promise<SerialPort[]> }

const serialOf = () => (navigator as Navigator & { serial?: Serial }).serial

export const hasSerial = () => serialOf() !== undefined

/** Asks the user for a port; needs a click. Undefined when none was chosen. */
export const askForPort = () =>
  serialOf()
    ?.requestPort()
    .catch(() => undefined)

/** A port that the user has chosen before, and not for the label printer. */
export const findPort = async () => (await serialOf()?.getPorts())?.find((port) => !isPrinterPort(port))

type Listeners = {
  /** Gets what is still without an end. */
  onReceived(buffer: string): void
  /** The scale was switched off or unplugged. */
  onLost(): void
}

/** A port is closed a moment after its reading has ended, and cannot be opened before. */
const closing = new WeakMap<SerialPort, Promise<void>>()

/** Errors of the line in a row, without a byte between them. Then the port is as good as lost. */
const MOST_ERRORS = 10

/** Reads a port until the function that is returned is called. */
export function readPort(port: SerialPort, baudRate: number, { onReceived, onLost }: Listeners) {
  let isEnded = false
  let errors = 0
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  /** True when the line had an error, such as noise: the port goes on with a new stream. */
  async function readStream(stream: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder('latin1')
    const own = stream.getReader()
    let buffer = ''
    reader = own
    try {
      while (!isEnded) {
        const { value, done } = await own.read()
        if (done) break
        errors = 0
        buffer = addReceived(buffer, decoder.decode(value))
        onReceived(buffer)
      }
      return false
    } catch {
      errors += 1
      return errors < MOST_ERRORS
    } finally {
      own.releaseLock()
    }
  }

  async function run() {
    await closing.get(port)
    if (isEnded) return
    try {
      await port.open({ baudRate })
      let goesOn = true
      while (goesOn && !isEnded && port.readable) goesOn = await readStream(port.readable)
    } catch {
      // Open in another tab: the page says that there is no scale.
    }
    await port.close().catch(() => undefined)
  }

  const end = run()
  closing.set(port, end)
  void end.then(() => {
    if (!isEnded) onLost()
  })
  return () => {
    isEnded = true
    void reader?.cancel().catch(() => undefined)
  }
}
