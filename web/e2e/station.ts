import { expect, type Page } from '@playwright/test'
import { completeForm } from './complete'
import { call } from './support'

/** The station of a warehouse: what it receives, its field and cards, and a scale that the test plays. */

export type Made = { id: string; tracking_code: string }

/** A shipment whose parcels weigh so many grams each. */
export async function makeShipment(page: Page, grams: number[] = [1000]) {
  const parcels = grams.map((weight_g) => ({ length_mm: 300, width_mm: 200, height_mm: 100, weight_g }))
  return (await call<{ data: Made }>(page, 'POST', '/shipments', await completeForm(page, { parcels }))).data
}

export const line = (page: Page) => page.getByRole('textbox', { name: 'Code, weight or size' })
export const parcelCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const received = (page: Page) =>
  page.getByRole('region', { name: 'Received parcels' }).getByRole('listitem')
export const shownByScale = (page: Page) => page.getByRole('status', { name: 'Scale' })

/** A scanner types, and sends Enter. */
export async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** A scanner that sends no Enter: nobody types as fast. A machine too busy for that types the code once more. */
export const scanWithoutEnter = (page: Page, code: string, field = line(page)) =>
  expect(async () => {
    await field.fill('')
    await page.keyboard.type(code)
    await expect(field).toHaveValue('', { timeout: 1_000 })
  }).toPass()

/** A scale at the serial port. */
export async function playScale(page: Page) {
  await page.addInitScript(() => {
    const started: ReadableStreamDefaultController<Uint8Array>[] = []
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      async open() {
        port.readable = new ReadableStream({ start: (controller) => void started.push(controller) })
      },
      async close() {},
    }
    const serial = { getPorts: async () => [port], requestPort: async () => port }
    Object.defineProperty(navigator, 'serial', { value: serial })
    Object.assign(window, {
      sendByScale: (bytes: string) => started.at(-1)?.enqueue(new TextEncoder().encode(bytes)),
    })
  })
}

/** The scale sends what it shows, between STX and ETX: at once, or first so many bytes and then the others. */
export async function weigh(page: Page, shown: string, first = 0) {
  const frame = `\u0002${shown}\u0003`
  for (const bytes of [frame.slice(0, first), frame.slice(first)].filter(Boolean)) {
    await page.evaluate(
      (bytes) => (window as unknown as { sendByScale(bytes: string): void }).sendByScale(bytes),
      bytes,
    )
  }
}

/** A camera that sees a coloured sheet. */
export async function playCamera(page: Page) {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    const paint = () => {
      const pen = canvas.getContext('2d')
      if (pen) pen.fillStyle = 'teal'
      pen?.fillRect(0, 0, canvas.width, canvas.height)
    }
    setInterval(paint, 50)
    const getUserMedia = async () => canvas.captureStream()
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: getUserMedia })
  })
}
