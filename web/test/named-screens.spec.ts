import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Messages of the server that send their reader to a screen, and the text with which the screen names itself. */
const NAMED = [
  ['carrier_missing', 'shell', 'resources.provider'],
  ['cash_not_collected', 'feature-flags', 'title'],
  ['client_has_shops', 'shell', 'menu.integrations'],
  ['client_has_shops', 'shell', 'resources.shop'],
  ['import_unknown_item', 'stock-items', 'title'],
  ['manifest_answer_empty', 'cargo-messages', 'title'],
  ['manifest_answer_unreadable', 'cargo-messages', 'title'],
  ['taken_by_excluded', 'common', 'record.tab.excluded'],
] as const

const LANGUAGES = ['en', 'pt-BR', 'es', 'zh-CN'] as const

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'))

const textOf = (texts: unknown, key: string) =>
  String(key.split('.').reduce((part, name) => (part as Record<string, unknown>)[name], texts))

describe.each(LANGUAGES)('messages in %s', (language) => {
  const messages = read('..', 'openapi', 'messages', `${language}.json`)

  it.each(NAMED)('%s names its screen as %s does', (code, namespace, key) => {
    const screen = textOf(read('src/locales', language, `${namespace}.json`), key)
    expect(textOf(messages, code)).toContain(screen)
  })
})
