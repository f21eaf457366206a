import { expect, it } from 'vitest'
import { afterMessage } from './online'

it('knows who is online from a list and its changes', () => {
  const list = afterMessage(new Set(['old']), { whole: true, users: ['ana', 'bo'], left: [] })
  const more = afterMessage(list, { whole: false, users: ['cy'], left: [] })
  expect([...afterMessage(more, { whole: false, users: [], left: ['ana'] })]).toEqual(['bo', 'cy'])
})
