import type { BrowserContext, Page } from '@playwright/test'
import { addConfirmedShipment, completeForm, type Made } from './complete'
import { linksFor } from './emails'
import { Hands } from './hands'
import { LONG } from './importing'
import { newClient } from './money'
import { earlierParcel, sendParcel } from './parcel'
import { invite } from './people'
import { assign, flatTable } from './prices'
import { collected, scanField } from './recording'
import { call, enter, expect, origin, signIn, test } from './support'

/**
 * The cost of the daily jobs: actions of the hands, and seconds. The seconds are those of the browser and the server, and
 * the time of a practised hand by the keystroke-level model of Card, Moran and Newell (1980): 0.28 s a key, 1.3 s to
 * point and click, and 1.35 s to decide on each action.
 */

test.use({ locale: 'en-US' })
test.setTimeout(LONG)

const HOST = origin('pacific')
const [KEY, CLICK, DECIDE] = [0.28, 1.3, 1.35]

type Job = (page: Page, hands: Hands, begin: () => void) => Promise<void>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const make = async (page: Page, fields: Record<string, unknown> = {}) =>
  (await call<{ data: Made }>(page, 'POST', '/shipments', await completeForm(page, fields))).data

async function list(page: Page, query = '') {
  await page.goto(`${HOST}/shipments${query}`)
  await expect(page.locator('[data-row]').first()).toBeVisible()
}

async function show(page: Page, { id, tracking_code }: Made) {
  await page.goto(`${HOST}/shipments/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: tracking_code })).toBeVisible()
}

/** Nobody is signed in on the page afterwards. */
const leave = (page: Page) => page.context().setStorageState({ cookies: [], origins: [] })

/** A client without money, whose shipments cost 30 dollars, signs in on the page. Gives the client. */
async function enterPoor(page: Page) {
  await leave(page)
  await signIn(page, 'admin', 'pacific', { to: false })
  const client = await newClient(page, `Elm Trading ${Date.now()}`)
  await assign(page, client, await flatTable(page, '30'))
  const address = await invite(page, 'pacific', 'Ella Elm', { user_type: 30, client_id: client })
  await leave(page)
  await enter(page, address)
  return client
}

/** Somebody else's browser; that of staff when it is signed in. */
async function beside(page: Page, isStaff: boolean) {
  const other = await page
    .context()
    .browser()
    ?.newPage(isStaff ? { storageState: session } : {})
  if (!other) throw new Error('the page has no browser')
  return other
}

/** Staff confirm what the client has reported. */
async function confirmDeposits(page: Page, client: string) {
  const staff = await beside(page, true)
  await staff.goto(`${HOST}/healthz`)
  const path = `/deposits?client_id=${client}&status=10`
  const waiting = await call<{ data: Pick<Made, 'id' | 'version'>[] }>(staff, 'GET', path)
  for (const { id, version } of waiting.data)
    await call(staff, 'POST', `/deposits/${id}/confirm`, { version })
  await staff.close()
}

/** Each with the count of 25 November 2026, before the screens were lifted. */
const JOBS: Record<string, { before: string; run: Job }> = {
  'create a shipment': {
    before: '37 actions, 150 to 180 s',
    async run(page, hands, begin) {
      const recipient = `Beatriz ${Date.now()}`
      await earlierParcel(page, recipient)
      begin()
      await sendParcel(page, hands, recipient)
    },
  },
  'open one by its code': {
    before: '2 to 3 actions, 5 s',
    async run(page, hands, begin) {
      const { tracking_code } = await make(page)
      await list(page)
      begin()
      await hands.key('Control+k')
      await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
      await hands.type('code', tracking_code)
      await hands.key('Enter')
      await expect(page.getByRole('heading', { level: 1, name: tracking_code })).toBeVisible()
    },
  },
  'confirm a draft': {
    before: '6 actions and a search, 15 s',
    async run(page, hands, begin) {
      await show(page, await make(page))
      begin()
      await hands.press(button(page, 'Confirm'), 'confirm')
      await hands.press(button(page, 'Confirm shipment'), 'confirm the price')
      await expect(button(page, 'Print label')).toBeVisible()
    },
  },
  'print one label': {
    before: '2 clicks and those of the browser, 6 s',
    async run(page, hands, begin) {
      await show(page, await addConfirmedShipment(page))
      begin()
      const opened = page.context().waitForEvent('page')
      await hands.press(button(page, 'Print label'), 'print')
      await opened
    },
  },
  "print the day's labels": {
    before: '7 to 8 actions, 20 to 30 s',
    async run(page, hands, begin) {
      for (let count = 0; count < 3; count++) await addConfirmedShipment(page)
      await list(page)
      begin()
      await hands.press(button(page, /^To print/), 'the tab')
      await expect(page).toHaveURL(/status=30/)
      await hands.press(page.getByRole('checkbox', { name: 'Select all on this page' }), 'all')
      await hands.press(button(page, 'Print labels'), 'print')
      const dialog = page.getByRole('dialog')
      const saved = page.waitForEvent('download')
      await hands.press(dialog.getByRole('button', { name: 'Print labels' }), 'start')
      await saved
    },
  },
  'register 5 parcels': {
    before: '5 actions and 5 scans',
    async run(page, hands, begin) {
      const codes: string[] = []
      for (let count = 0; count < 5; count++) codes.push((await addConfirmedShipment(page)).tracking_code)
      await page.goto(`${HOST}/tracking?task=record`)
      await expect(scanField(page)).toBeVisible()
      begin()
      await hands.press(button(page, 'Received at warehouse'), 'the event')
      await hands.press(page.getByRole('switch', { name: /^Record each scan immediately/ }), 'at once')
      for (const code of codes) {
        await page.keyboard.type(code)
        await page.keyboard.press('Enter')
        hands.actions.push('scan')
      }
      await expect(collected(page).filter({ hasText: 'Recorded' })).toHaveCount(codes.length)
    },
  },
  'mend 3 incomplete shipments': {
    before: '7 actions and 20 s each',
    async run(page, hands, begin) {
      const name = `Mend ${Date.now()}`
      for (let count = 0; count < 3; count++) await make(page, { to_name: name, to_city: null })
      await list(page, `?search=${encodeURIComponent(name)}`)
      begin()
      await hands.key('j')
      await hands.key('Space')
      for (let count = 0; count < 3; count++) {
        const city = page.getByRole('complementary').getByRole('textbox', { name: 'City' })
        if (count === 0) await hands.press(city, 'the field')
        await expect(city).toHaveValue('')
        await hands.type('city', 'Recife')
        await hands.key('Enter')
        await expect(page.getByText('Shipment saved.')).toHaveCount(count + 1)
      }
    },
  },
  'bring a file in': {
    before: '25 actions the first time, 8 again; 2 to 3 minutes',
    async run(page, hands, begin) {
      const stamp = Date.now()
      const lines = [1, 2].map(
        (at) =>
          `R-${stamp}-${at},Ann Lee,Rua São Bento 5,Recife,Brazil,52998224725,30,20,10,1.2,Mug,2,10.00,USD`,
      )
      const head =
        'Order,Recipient,Address,City,Country,Document,Length,Width,Height,Weight,Description,Quantity,Unit value,Currency'
      await page.goto(`${HOST}/shipments/imports/new`)
      begin()
      await page.locator('input[type=file]').setInputFiles({
        name: 'orders.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([head, ...lines].join('\r\n')),
      })
      hands.actions.push('choose the file')
      await hands.press(button(page, 'Upload'), 'upload')
      await hands.press(button(page, 'Check file'), 'check')
      await hands.press(button(page, /^Import [\d.,]+ shipments?$/), 'import')
      await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible({ timeout: LONG })
    },
  },
  'cancel one': {
    before: '3 actions, 5 s',
    async run(page, hands, begin) {
      await show(page, await make(page))
      begin()
      await hands.press(button(page, 'More actions'), 'the menu')
      await hands.press(page.getByRole('menuitem', { name: 'Cancel shipment' }), 'cancel')
      const dialog = page.getByRole('dialog')
      await hands.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'the reason', 'Twice')
      await hands.press(dialog.getByRole('button', { name: /^Cancel/ }).last(), 'cancel')
      await expect(dialog).toBeHidden()
    },
  },
  'hold and release': {
    before: 'a hold held nothing',
    async run(page, hands, begin) {
      await show(page, await addConfirmedShipment(page))
      begin()
      await hands.press(button(page, 'More actions'), 'the menu')
      await hands.press(page.getByRole('menuitem', { name: 'Put on hold' }), 'hold')
      const hold = page.getByRole('dialog', { name: /^Put .* on hold/ })
      await hands.press(hold.getByRole('combobox', { name: 'Reason' }), 'the reasons')
      await hands.press(hold.getByRole('option', { name: 'Damaged' }), 'the reason')
      await hands.press(hold.getByRole('button', { name: 'Put on hold' }), 'hold')
      const held = page.getByRole('note').filter({ hasText: 'On hold' })
      await expect(held).toBeVisible()
      await hands.press(button(page, 'More actions'), 'the menu')
      await hands.press(page.getByRole('menuitem', { name: 'Release', exact: true }), 'release')
      const release = page.getByRole('dialog', { name: /^Release/ })
      await hands.press(release.getByRole('button', { name: 'Release' }), 'release')
      await expect(held).toBeHidden()
    },
  },
  'pay from the review': {
    before: 'the review had no payment',
    async run(page, hands, begin) {
      const client = await enterPoor(page)
      const { id } = await make(page, { incoterm: 'DAP' })
      await page.goto(`${HOST}/shipments/wizard/${id}/review`)
      const payment = page.getByRole('group', { name: 'Payment', exact: true })
      await expect(payment.getByRole('status')).toContainText('$30.00 missing')
      begin()
      await hands.press(payment.getByRole('button', { name: /^Add funds/ }), 'add funds')
      const funds = page.getByRole('dialog', { name: 'Add funds' })
      await hands.press(funds.getByRole('button', { name: 'Report deposit' }), 'report the deposit')
      await expect(payment).toContainText('is waiting for confirmation')
      await confirmDeposits(page, client)
      await expect(payment.getByRole('status')).toHaveCount(0)
      await hands.press(button(page, 'Confirm at $30.00'), 'confirm')
      await expect(button(page, 'Print label')).toBeVisible()
    },
  },
  'quote accepted by link': {
    before: 'quotes were not sent',
    async run(page, hands, begin) {
      const address = `customer-${Date.now()}@example.com`
      await page.goto(`${HOST}/calculator?to_country=32&parcels=1x300x200x100x1500`)
      const save = page.getByRole('button', { name: /^Save quote/ }).first()
      await expect(save).toBeVisible()
      begin()
      await hands.press(save, 'save the quote')
      await hands.press(button(page, 'Send by e-mail'), 'send')
      const dialog = page.getByRole('dialog')
      await hands.fill(dialog.getByRole('textbox', { name: 'E-mail' }), 'the address', address)
      await hands.press(dialog.getByRole('button', { name: 'Send by e-mail' }), 'send')
      await expect.poll(() => linksFor(address, '/quote').length).toBe(1)
      const customer = await beside(page, false)
      await customer.goto(linksFor(address, '/quote')[0] ?? '')
      hands.actions.push('open the link')
      await hands.press(customer.getByRole('button', { name: 'Accept this price' }), 'accept')
      await expect(customer.getByRole('link', { name: 'Create account' })).toBeVisible()
      await customer.close()
    },
  },
  reprint: {
    before: '2 clicks and those of the browser, 6 s; nothing marked the copy',
    async run(page, hands, begin) {
      const shipment = await addConfirmedShipment(page)
      await call(page, 'POST', `/shipments/${shipment.id}/label`)
      await show(page, shipment)
      begin()
      await hands.press(button(page, 'More actions'), 'the menu')
      const opened = page.context().waitForEvent('page')
      await hands.press(page.getByRole('menuitem', { name: 'Print label' }), 'print')
      await opened
    },
  },
  'copy one': {
    before: '3 actions, 5 s',
    async run(page, hands, begin) {
      const shipment = await make(page)
      await show(page, shipment)
      begin()
      await hands.press(button(page, 'More actions'), 'the menu')
      await hands.press(page.getByRole('menuitem', { name: 'Duplicate' }), 'duplicate')
      await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }), 'duplicate')
      await expect(page).not.toHaveURL(new RegExp(shipment.id))
    },
  },
}

/** One sign-in for all: more would reach the limit on attempts. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage()
  await signIn(page, 'staff', 'pacific', { to: false })
  session = await page.context().storageState()
  await page.close()
})

for (const [name, { before, run }] of Object.entries(JOBS)) {
  test(name, async ({ page }) => {
    await page.context().setStorageState(session)
    await page.goto(`${HOST}/healthz`)
    const hands = new Hands(page)
    let began = 0
    await run(page, hands, () => {
      began = performance.now()
    })
    const machine = (performance.now() - began) / 1000
    const clicks = hands.actions.filter((action) => !/^(type|key|scan)/.test(action)).length
    const hand = hands.actions.length * DECIDE + clicks * CLICK + hands.typed * KEY
    process.stdout.write(
      `${name}: ${hands.actions.length} actions, ${hand.toFixed(0)} s of a hand, ${machine.toFixed(1)} s of the machine ` +
        `(before: ${before})\n  ${hands.actions.join(', ')}\n`,
    )
  })
}
