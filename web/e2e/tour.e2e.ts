import type { Page } from '@playwright/test'
import { colleague, newcomer } from './people'
import { enter, expect, expectAccessible, origin, test } from './support'

test.use({ locale: 'en-US' })

const step = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Leave the tour' }) })

/** The step is drawn, and takes keys. */
async function expectStep(page: Page, title: string) {
  await expect(step(page).getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(step(page).getByRole('button', { name: /^(Next|Finish)$/ })).toBeFocused()
}

/** The account keeps what was seen. */
const whenKept = (page: Page) =>
  page.waitForResponse(
    (response) => /list[-_]columns\/tour/.test(response.url()) && response.request().method() !== 'GET',
  )

/** Somebody whom no other test is opens the tour. */
async function openTour(page: Page, address: string) {
  await page.goto(`${origin('pacific')}/healthz`)
  await enter(page, address)
  await page.goto(origin('pacific'))
  await page.getByRole('button', { name: /Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Virtual tour' }).click()
  await expect(page.locator('main h1')).toHaveText('Virtual tour')
}

/** Goes on to the end by the keyboard. Each step stands at its anchor. */
async function walk(page: Page) {
  const titles: string[] = []
  for (let number = 1; ; number++) {
    await expect(step(page)).toContainText(new RegExp(`\\b${number} of \\d+`))
    await expect(step(page)).not.toContainText('not on your screen')
    await expect(page.locator('.driver-active-element')).toBeVisible()
    titles.push((await step(page).getByRole('heading', { level: 2 }).textContent()) ?? '')
    const isLast = await step(page).getByRole('button', { name: 'Finish' }).isVisible()
    await expect(step(page).getByRole('button', { name: isLast ? 'Finish' : 'Next' })).toBeFocused()
    if (isLast) break
    await page.keyboard.press('Enter')
  }
  const kept = whenKept(page)
  await page.keyboard.press('Enter')
  await expect(step(page)).toBeHidden()
  expect((await kept).ok()).toBe(true)
  return titles
}

/** On the page of the tour, after it. */
async function expectSeen(page: Page) {
  await page.goto(`${origin('pacific')}/virtual-tour`)
  await expect(page.getByRole('button', { name: 'From the beginning' })).toBeVisible()
  const steps = page.getByRole('main').getByRole('listitem')
  await expect(steps.getByText('Seen', { exact: true })).toHaveCount(await steps.count())
}

test('a client walks the tour, and sees the steps of a client alone', { tag: '@phone' }, async ({ page }) => {
  await openTour(page, await newcomer(page, 'pacific', 'Tora Lind'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await expectStep(page, 'The menu')
  await expectAccessible(page)
  const titles = await walk(page)
  expect(titles).toContain('Shipments')
  expect(titles).toContain('Your wallet')
  expect(titles).not.toContain('Receiving')
  expect(titles).not.toContain('Deposits')
  await expectSeen(page)
})

test('staff walk the tour, and see the steps of their work', async ({ page }) => {
  await openTour(page, await colleague(page, 'pacific', 'Tomas Reyes'))
  await page.getByRole('button', { name: 'Start the tour' }).click()
  const titles = await walk(page)
  expect(titles).toContain('Receiving')
  expect(titles).toContain('Deposits')
  expect(titles).not.toContain('Your wallet')
  expect(titles).not.toContain('Audit log')
  await expectSeen(page)
})

test('the tour is left at any moment and goes on there later', async ({ page }) => {
  await openTour(page, await newcomer(page, 'pacific', 'Tessa Moor'))
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await expectStep(page, 'The menu')

  await test.step('the focus stays in the step, and the arrows lead on and back', async () => {
    await page.keyboard.press('Tab')
    await expect(step(page).getByRole('button', { name: 'Leave the tour' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expectStep(page, 'Search and commands')
    await page.keyboard.press('ArrowLeft')
    await expectStep(page, 'The menu')
  })

  await test.step('Escape leaves, and the page has its own attributes back', async () => {
    await page.keyboard.press('ArrowRight')
    await expectStep(page, 'Search and commands')
    const kept = whenKept(page)
    await page.keyboard.press('Escape')
    await expect(step(page)).toBeHidden()
    expect((await kept).ok()).toBe(true)
    await expect(page.locator('main h1')).toBeFocused()
    const search = page.getByRole('button', { name: 'Search and commands' })
    await expect(search).toHaveAttribute('aria-haspopup', 'dialog')
    await expect(search).not.toHaveAttribute('aria-controls')
  })

  await test.step('it goes on with the next step, also after a reload', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectStep(page, 'Notifications')
    await step(page).getByRole('button', { name: 'Leave the tour' }).click()
    await expect(step(page)).toBeHidden()
  })
})
