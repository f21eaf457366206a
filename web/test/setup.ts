import { readdirSync } from 'node:fs'
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { i18n, startLanguage } from '@/i18n'

beforeAll(async () => {
  await startLanguage('en')
  // No route has loaded them.
  const files = readdirSync('src/locales/en')
  await i18n.loadNamespaces(['codes', ...files.map((file) => file.replace('.json', ''))])
})

afterEach(() => {
  cleanup()
  // Pending drafts are discarded too.
  window.dispatchEvent(new Event('pagehide'))
  localStorage.clear()
})

// APIs that Mantine needs and happy-dom lacks.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
Element.prototype.scrollIntoView = () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
