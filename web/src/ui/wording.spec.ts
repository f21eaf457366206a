import { afterAll, describe, expect, it } from 'vitest'
import { changeLanguage } from '@/i18n'
import { enumerated, listed, named, sentences } from './wording'

describe('wording', () => {
  afterAll(() => changeLanguage('en'))

  it('joins words and sentences as the language writes them', async () => {
    const words = ['A', 'B', 'C']
    const said = () => [
      listed(words),
      enumerated(words),
      named('A', 'B'),
      sentences(['A.', '', 'B.', false, 'C.']),
    ]
    await changeLanguage('en')
    expect(said()).toEqual(['A, B, C', 'A, B, and C', 'A: B', 'A. B. C.'])
    await changeLanguage('pt-BR')
    expect(said()).toEqual(['A, B, C', 'A, B e C', 'A: B', 'A. B. C.'])
    await changeLanguage('zh-CN')
    expect(said()).toEqual(['A、B、C', 'A、B和C', 'A：B', 'A.B.C.'])
  })

  it('does not read what it joins as a text of its own', async () => {
    await changeLanguage('en')
    expect(named('{{value}}', '$t(save)')).toBe('{{value}}: $t(save)')
  })
})
