import type { CDPSession } from '@playwright/test'
import { makeShipment, parcelCard, scan } from './station'
import { expect, origin, signIn, test } from './support'

/**
 * The memory of a station's page after two hundred and after a thousand parcels: what it keeps must not grow with them. The
 * figures are of a page whose garbage was collected, and fail nothing.
 */

test.use({ locale: 'en-US' })
test.setTimeout(20 * 60_000)

/** The parcels of the first one load all parts of the page. */
const SHIPMENTS = 5
const PARCELS = 200
const MOST_GROWTH = 1.1

async function measure(client: CDPSession) {
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters')
  return { megabytes: usedSize / 1024 / 1024, nodes, listeners: jsEventListeners }
}

test('a thousand parcels at a station', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const weights = Array.from({ length: PARCELS }, () => 1000)
  const codes: string[] = []
  for (let at = 0; at < SHIPMENTS; at++) codes.push((await makeShipment(page, weights)).tracking_code)
  await page.goto(`${origin('atlantico')}/receiving`)
  const client = await page.context().newCDPSession(page)
  const card = parcelCard(page, 'Received')
  const scanAll = async (code: string) => {
    for (let number = 1; number <= PARCELS; number++) {
      await scan(page, `${code}${String(number).padStart(3, '0')}`)
      await expect(card).toContainText(`Parcel ${number} of ${PARCELS}`)
      // As a keyboard scale types it.
      await scan(page, 'ST,GS,+00001.00kg')
      await expect(card.getByRole('status')).toContainText('1 kg')
    }
  }
  const [first = '', ...others] = codes
  await scanAll(first)
  const early = await measure(client)
  for (const code of others) await scanAll(code)
  const late = await measure(client)
  const growth = late.megabytes / early.megabytes
  const write = ({ megabytes, nodes, listeners }: typeof early) =>
    `${megabytes.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`
  process.stdout.write(
    `after ${PARCELS} scans: ${write(early)}\nafter ${SHIPMENTS * PARCELS} scans: ${write(late)}\n` +
      `grown to × ${growth.toFixed(2)}, goal ${MOST_GROWTH}: ${growth <= MOST_GROWTH ? 'met' : 'MISSED'}\n`,
  )
})
