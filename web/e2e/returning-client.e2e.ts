import { Hands } from './hands'
import { earlierParcel, sendParcel } from './parcel'
import { call, expect, signIn, test } from './support'

/** A parcel of a client who has shipped before: nearly everything is known, so little is left to enter. */

test.use({ locale: 'en-US' })

const MOST_ENTRIES = 14

test("a returning client's parcel takes few entries", async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same form; its layout on a phone has tests of its own')
  const recipient = `Beatriz ${Date.now()}`
  await signIn(page, 'staff', 'pacific', { to: false })
  await earlierParcel(page, recipient)
  const hands = new Hands(page)
  await sendParcel(page, hands, recipient)

  const told = `${hands.actions.length} entries: ${hands.actions.join(', ')}`
  test.info().annotations.push({ type: 'entries', description: told })
  expect(hands.actions.length).toBeLessThanOrEqual(MOST_ENTRIES)

  const id = page.url().split('/').at(-1)
  const { data } = await call<{ data: Record<string, unknown> }>(page, 'GET', `/shipments/${id}`)
  expect(data).toMatchObject({
    missing: [],
    status: 10,
    from_name: 'Mar Azul Importadora',
    from_city: 'San Francisco',
    to_phone: '+5581987654321',
    incoterm: 'DAP',
  })
  expect(Number(data.declared_value)).toBe(59.7)
})
