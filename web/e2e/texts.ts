import type { Page } from '@playwright/test'

/** Keys that stand where a text should: 'tab.company', 'settings:tab.company'; but no host and no file. */
export const keysForTexts = (page: Page) =>
  page.evaluate(() => {
    const key = /^([a-z]+(-[a-z]+)*:)?[a-z]\w*(\.\w+)+$/i
    const name = /\.(com|localhost|test|csv|png|pdf)$/
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const keys: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const isCode = node.parentElement?.closest('script, style, code')
      if (key.test(text) && !name.test(text) && !isCode) keys.push(text)
    }
    return keys
  })
