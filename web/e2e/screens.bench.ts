import type { CDPSession, Page } from '@playwright/test'
import { cellAt, draftOf } from './prices'
import { expect, origin, type Person, signIn, test } from './support'

/**
 * How long until a screen answers a hand: from the press to the next picture, as the browser itself measures it, and by a
 * browser that is slowed down; and what the page works for it, in plain tables drawn by the same page between. These are
 * figures for a quiet machine and fail nothing.
 */

test.use({ locale: 'en-US' })

/** Milliseconds in which a hand should be answered; and by a browser that is slowed down. */
const ANSWER = 100
const SLOW_ANSWER = 200

/** The middle one counts. */
const TIMES = 5

type Interaction = (page: Page) => Promise<void>

const rows = (page: Page) => page.locator('[data-row]')
const click =
  (name: string | RegExp): Interaction =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click()

const LIST = '/shipments?per_page=100'

/** A draft of 200 weights and 50 zones. */
async function manyPrices(page: Page) {
  const zones = Array.from({ length: 50 }, (_, at) => `Z${at + 1}`)
  const rows = Array.from({ length: 200 }, (_, row) => [
    String((row + 1) / 2),
    ...zones.map((_, zone) => String(10 + row + zone)),
  ])
  return (await draftOf(page, zones, rows)).path
}

const INTERACTIONS: Record<
  string,
  {
    who?: Person
    /** The address; what a screen needs is made first. */
    path: string | ((page: Page) => Promise<string>)
    shows(page: Page): Promise<void>
    act: Interaction
    undo?: Interaction
  }
> = {
  'all rows of a page are selected': {
    path: LIST,
    shows: (page) => expect(rows(page)).toHaveCount(100),
    act: (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
    undo: click('Clear selection'),
  },
  'a row is selected': {
    path: LIST,
    shows: (page) => expect(rows(page)).toHaveCount(100),
    act: (page) => page.locator('[data-row-check]').nth(5).check(),
    undo: click('Clear selection'),
  },
  'a list is sorted': {
    path: LIST,
    shows: (page) => expect(rows(page)).toHaveCount(100),
    act: click('Recipient'),
  },
  'a list is filtered': {
    path: LIST,
    shows: (page) => expect(rows(page)).toHaveCount(100),
    act: click(/^Draft/),
    undo: click(/^All/),
  },
  'a word is searched': {
    path: LIST,
    shows: (page) => expect(rows(page)).toHaveCount(100),
    act: (page) => page.getByRole('searchbox').pressSequentially('recife'),
    undo: (page) => page.getByRole('searchbox').fill(''),
  },
  'the menu of a row opens': {
    path: LIST,
    shows: (page) => expect(rows(page)).toHaveCount(100),
    act: (page) => page.locator('[data-row-menu]').nth(2).click(),
    undo: (page) => page.keyboard.press('Escape'),
  },
  'a field of a form is filled': {
    path: '/shipments/new',
    shows: (page) => expect(page.getByRole('group', { name: 'Recipient', exact: true })).toBeVisible(),
    act: (page) =>
      page
        .getByRole('group', { name: 'Recipient', exact: true })
        .getByRole('combobox', { name: 'Name' })
        .pressSequentially('Ana'),
  },
  'a parcel is added': {
    path: '/shipments/new',
    shows: (page) => expect(page.getByRole('button', { name: 'Add parcel' })).toBeVisible(),
    act: click('Add parcel'),
  },
  'a price among 10,000 is typed': {
    who: 'admin',
    path: manyPrices,
    shows: (page) => expect(cellAt(page, 2, 1)).toBeVisible(),
    act: async (page) => {
      await cellAt(page, 2, 1).click()
      await page.keyboard.type('17')
      await page.keyboard.press('Enter')
    },
  },
  'a range of 10,000 prices is filled down': {
    who: 'admin',
    path: manyPrices,
    shows: (page) => expect(cellAt(page, 2, 1)).toBeVisible(),
    act: async (page) => {
      await cellAt(page, 2, 1).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+d')
    },
    undo: (page) => page.keyboard.press('Control+z'),
  },
  'a grid of 10,000 prices is scrolled': {
    who: 'admin',
    path: manyPrices,
    shows: (page) => expect(cellAt(page, 2, 1)).toBeVisible(),
    act: async (page) => {
      await cellAt(page, 2, 1).click()
      for (let pages = 0; pages < 5; pages++) await page.keyboard.press('PageDown')
    },
    undo: (page) => page.keyboard.press('Control+Home'),
  },
  'the palette opens': {
    path: '/tracking',
    shows: (page) => expect(page.getByRole('textbox', { name: 'Tracking codes' })).toBeVisible(),
    act: (page) => page.keyboard.press('Control+k'),
    undo: (page) => page.keyboard.press('Escape'),
  },
}

for (const [name, { who = 'staff', path, shows, act, undo }] of Object.entries(INTERACTIONS)) {
  test(`when ${name}`, async ({ page }) => {
    await page.addInitScript(watchInteractions)
    await signIn(page, who, 'pacific', { to: false })
    await page.goto(`${origin('pacific')}${typeof path === 'string' ? path : await path(page)}`)
    await shows(page)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
    const { tables, wait } = await measured(page, browser, act, undo)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const slow = await measured(page, browser, act, undo)
    const told = [
      inTime(wait, ANSWER),
      `slowed down ${inTime(slow.wait, SLOW_ANSWER)}`,
      `${tables.toFixed(2)} tables of work`,
    ]
    process.stdout.write(`${name}: ${told.join(', ')}\n`)
  })
}

const inTime = (wait: number, most: number) => `${wait} ms${wait < most ? '' : ` (over ${most})`}`

async function measured(page: Page, browser: CDPSession, act: Interaction, undo?: Interaction) {
  const tables: number[] = []
  const works: number[] = []
  const waits: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await painted(page)
    tables.push(await workOf(browser, () => page.evaluate(drawTable)))
    await page.evaluate(() => Object.assign(window, { longest: 0 }))
    works.push(
      await workOf(browser, async () => {
        await act(page)
        await painted(page)
      }),
    )
    waits.push(await page.evaluate(() => (window as unknown as { longest: number }).longest))
    await undo?.(page)
  }
  return { tables: middle(works) / middle(tables), wait: middle(waits) }
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The page's time for script, style and layout during the action. */
async function workOf(browser: CDPSession, act: () => Promise<void>) {
  const before = await workSoFar(browser)
  await act()
  return (await workSoFar(browser)) - before
}

async function workSoFar(browser: CDPSession) {
  const { metrics } = await browser.send('Performance.getMetrics')
  const parts = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration']
  return 1000 * metrics.reduce((sum, { name, value }) => sum + (parts.includes(name) ? value : 0), 0)
}

/** A plain table comes and goes, in a task of the page's own: script that is evaluated from outside is not counted. */
const drawTable = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const table = document.createElement('table')
      for (let row = 0; row < 300; row++) {
        const cells = table.insertRow()
        for (let cell = 0; cell < 10; cell++) cells.insertCell().textContent = `${row} of ${cell}`
      }
      document.body.append(table)
      table.getBoundingClientRect()
      table.remove()
      resolve()
    })
  })

/** The browser tells of what took longer than a frame. */
function watchInteractions() {
  Object.assign(window, { longest: 0 })
  new PerformanceObserver((list) => {
    const told = window as unknown as { longest: number }
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) told.longest = Math.max(told.longest, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Until what was done is drawn and nothing else is waiting to be. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)))
      }),
  )
