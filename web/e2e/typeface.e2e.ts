import type { Page } from '@playwright/test'
import type { Screen } from './screen'
import { SCREENS } from './screens'
import { expect, expectReflow, settled, signIn, test } from './support'
import { visit } from './visit'

/** Screens with full rows hold in other typefaces than the product's: the machine's, and one a tenth wider. */

test.use({ locale: 'en-US' })

const TYPEFACES = {
  'the typeface of the machine': 'sans-serif',
  'letters a tenth wider': 'Wider, sans-serif',
}

const FULL_ROWS = [
  'sign-in',
  'list of shipments',
  'list with selected rows',
  'menu of a row',
  'shipment',
  'new shipment',
  'company settings',
  'addresses of the company',
  'audit log',
  'tracking desk',
]

for (const [typeface, family] of Object.entries(TYPEFACES)) {
  for (const name of FULL_ROWS) {
    test(`${name}: whole in ${typeface}`, async ({ page }) => {
      await wear(page, family)
      await visit(page, SCREENS[name] as Screen)
      await expectWorn(page, family)
      await settled(page)
      expect(await tooWide(page)).toEqual([])
      await expectReflow(page)
    })
  }

  test(`the open page of the settings is seen in the row of all, in ${typeface}`, async ({ page }) => {
    await wear(page, family)
    await visit(page, SCREENS['addresses of the company'] as Screen)
    await expectWorn(page, family)
    const row = page.getByRole('navigation', { name: 'Company settings' })
    await expect(row.getByRole('link', { name: 'Domains' })).toBeInViewport({ ratio: 1 })
    await row.getByRole('link', { name: 'Company' }).click()
    await expect(row.getByRole('link', { name: 'Company' })).toBeInViewport({ ratio: 1 })
  })
}

test('the product has a typeface of its own, and figures in lists are equally wide', async ({ page }) => {
  await signIn(page, 'staff', 'pacific', { to: '/shipments' })
  await expect(page.locator('[data-row]').last()).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded')))
    .toBe(true)
  const widths = await page.evaluate(() =>
    ['1111111111', '8888888888'].map((figures) => {
      const text = document.createElement('span')
      text.textContent = figures
      document.querySelector('[data-row]')?.append(text)
      return text.getBoundingClientRect().width
    }),
  )
  expect(widths[0]).toBe(widths[1])
})

/** 'Wider' is the product's own, set a tenth larger. */
const wear = (page: Page, family: string) =>
  page.addInitScript((family) => {
    document.addEventListener('DOMContentLoaded', () => {
      const file = document.querySelector<HTMLLinkElement>('link[as=font]')?.href
      const descriptors = { weight: '100 900', sizeAdjust: '110%' }
      if (file) document.fonts.add(new FontFace('Wider', `url(${file})`, descriptors))
      for (const name of ['--mantine-font-family', '--mantine-font-family-headings'])
        document.documentElement.style.setProperty(name, family)
    })
  }, family)

async function expectWorn(page: Page, family: string) {
  await expect(page.locator('body')).toHaveCSS('font-family', family)
  await page.evaluate(() => document.fonts.ready)
}

/** Elements wider than their place: the page, or a bar of actions. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main [role=group]')]
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => part.outerHTML.slice(0, 120)),
  )
