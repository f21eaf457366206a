import { afterAll, expect, it } from 'vitest'
import { changeLanguage, i18n } from '@/i18n'

afterAll(() => changeLanguage('en'))

it('in Portuguese, none are counted like many', async () => {
  await changeLanguage('pt-BR')
  const counted = (count: number) => i18n.t('portal:active', { count })
  expect([0, 1, 2].map(counted)).toEqual([
    '0 remessas em andamento',
    '1 remessa em andamento',
    '2 remessas em andamento',
  ])
})
