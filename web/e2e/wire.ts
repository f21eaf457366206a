import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A wire between a browser and the server that a test can freeze and cut. Browsers themselves cut no open socket. */
export class Wire {
  readonly #pairs = new Set<[Socket, Socket]>()
  #frozen = false
  #cut = false

  readonly #server: Server
  readonly port: number

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async to(port: number): Promise<Wire> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const wire = new Wire(server, (server.address() as AddressInfo).port)
    server.on('connection', (near) => wire.#join(near, connect(port, '127.0.0.1')))
    return wire
  }

  #join(near: Socket, far: Socket) {
    if (this.#cut) {
      near.destroy()
      far.destroy()
      return
    }
    const pair: [Socket, Socket] = [near, far]
    this.#pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause()
      })
      to.on('drain', () => {
        if (!this.#frozen) from.resume()
      })
      from.on('error', () => from.destroy())
      from.on('close', () => {
        to.destroy()
        this.#pairs.delete(pair)
      })
    }
    if (this.#frozen) for (const end of pair) end.pause()
  }

  /** Accepts everything and passes nothing on. */
  freeze() {
    this.#frozen = true
    for (const pair of this.#pairs) for (const end of pair) end.pause()
  }

  thaw() {
    this.#frozen = false
    for (const pair of this.#pairs) for (const end of pair) end.resume()
  }

  /** Closes every connection and refuses new ones. */
  cut() {
    this.#cut = true
    for (const pair of this.#pairs) for (const end of pair) end.destroy()
  }

  mend() {
    this.#cut = false
  }

  close() {
    this.cut()
    this.#server.close()
  }
}
