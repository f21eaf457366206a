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

/** A port that the user has chosen before. */
export const findPort = async () => (await serialOf()?.getPorts())?.[0]

/**
 * Reads a port until `end` is called. `onReceived` gets what is still without an end, and returns how much of it to keep.
 * `onLost` is called when the scale is switched off or unplugged.
 */
export function readPort(
  port: SerialPort,
  baudRate: number,
  { onReceived, onLost }: { onReceived(buffer: string): void; onLost(): void },
) {
  let isEnded = false
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  async function run() {
    try {
      await port.open({ baudRate })
      const decoder = new TextDecoder('latin1')
      reader = port.readable?.getReader()
      let buffer = ''
      while (reader && !isEnded) {
        const { value, done } = await reader.read()
        if (done) break
        buffer = addReceived(buffer, decoder.decode(value))
        onReceived(buffer)
      }
      reader?.releaseLock()
      await port.close()
    } catch {
      // Unplugged, or open in another tab: the page says that there is no scale.
    }
    if (!isEnded) onLost()
  }

  void run()
  return () => {
    isEnded = true
    void reader?.cancel().catch(() => undefined)
  }
}
