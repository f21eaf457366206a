import { makeTwin } from './company'
import { SCREENS } from './screens'
import { call, expect, origin, settled, signIn, test } from './support'

/** Every screen behind the sign-in in every other language, at 400 %: nothing too wide, no key for a text. */

test.use({ locale: 'en-US', viewport: { width: 320, height: 640 } })

for (const language of ['pt-BR', 'es', 'zh-CN']) {
  test(`all screens in ${language}`, async ({ page, isMobile }) => {
    test.skip(isMobile, '320 pixels are narrower than a phone')
    test.setTimeout(240_000)
    const company = await makeTwin('pacific', `lang-${language.toLowerCase()}`)
    await signIn(page, 'admin', company)
    await call(page, 'POST', '/locale', { locale: language })
    await call(page, 'PATCH', '/feature_flags/auxiliar', { enabled: true })
    for (const [name, { who, path }] of Object.entries(SCREENS)) {
      // The upload of a file speaks English.
      if ((who !== 'admin' && who !== 'staff') || name === 'meaning of the columns') continue
      await page.goto(`${origin(company)}${typeof path === 'string' ? path : await path(page)}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('main h1')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await settled(page)
      expect.soft(await page.evaluate(faults), `${name} in ${language}`).toEqual([])
    }
  })
}

function faults() {
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : []
  // 'tab.company', 'settings:tab.company'; but no host and no file.
  const key = /^([a-z]+(-[a-z]+)*:)?[a-z]\w*(\.\w+)+$/i
  const name = /\.(com|localhost|test|csv|png|pdf)$/
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const keys: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const isCode = node.parentElement?.closest('script, style, code')
    if (key.test(text) && !name.test(text) && !isCode) keys.push(text)
  }
  return [...wide, ...keys]
}
