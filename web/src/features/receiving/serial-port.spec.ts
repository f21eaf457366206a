import { expect, it, vi } from 'vitest'
import { readPort, type SerialPort } from './serial-port'

/** A port as browsers have it: it cannot be opened twice, and an error of the line leads to a new stream. */
function playPort() {
  const opened: number[] = []
  let line: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOpen = false
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        line = controller
      },
    })
  const port: SerialPort = {
    readable: null,
    async open({ baudRate }) {
      if (isOpen) throw new DOMException('The port is already open.', 'InvalidStateError')
      isOpen = true
      opened.push(baudRate)
      port.readable = stream()
    },
    async close() {
      isOpen = false
      port.readable = null
    },
  }
  return {
    port,
    opened,
    send: (text: string) => line?.enqueue(new TextEncoder().encode(text)),
    disturb() {
      const broken = line
      port.readable = stream()
      broken?.error(new DOMException('noise', 'FramingError'))
    },
    unplug() {
      port.readable = null
      line?.error(new DOMException('gone', 'NetworkError'))
    },
  }
}

it('opens the port again with another speed once it is closed', async () => {
  const { port, opened, send } = playPort()
  const onLost = vi.fn()
  const onReceived = vi.fn()
  const end = readPort(port, 9600, { onReceived: vi.fn(), onLost })
  await vi.waitFor(() => expect(opened).toEqual([9600]))
  end()
  readPort(port, 4800, { onReceived, onLost })
  await vi.waitFor(() => expect(opened).toEqual([9600, 4800]))
  send('1.250')
  await vi.waitFor(() => expect(onReceived).toHaveBeenLastCalledWith('1.250'))
  expect(onLost).not.toHaveBeenCalled()
})

it('reads on after noise, and tells when the scale is unplugged', async () => {
  const { port, opened, send, disturb, unplug } = playPort()
  const onLost = vi.fn()
  const onReceived = vi.fn()
  readPort(port, 9600, { onReceived, onLost })
  await vi.waitFor(() => expect(opened).toEqual([9600]))
  disturb()
  send('0.980')
  await vi.waitFor(() => expect(onReceived).toHaveBeenLastCalledWith('0.980'))
  unplug()
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce())
})
