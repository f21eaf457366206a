import { anotherPage, anyClient, collectFor, countOf } from './cash'
import { administrator } from './people'
import { call, enter, expect, expectAccessible, origin, test } from './support'

/** Cash on delivery goes to its client: seen, paid to the wallet, found by the client, and taken back. */

test.use({ locale: 'en-US' })

const PAYOUTS = `${origin('atlantico')}/cod-payouts`

test('counted cash is paid to the wallet of its client, who finds it, and the payout is reversed', async ({
  page,
  browser,
}) => {
  // A driver of its own: what others have is not counted here.
  const driver = await administrator(page, 'atlantico', `Driver ${Date.now()}`)
  await page.goto(`${origin('atlantico')}/healthz`)
  await enter(page, driver)
  const hers = await anotherPage(browser, 'client')
  const { client_id } = (await call<{ data: { client_id: string } }>(hers, 'GET', '/profile')).data
  const delivery = await collectFor(page, client_id, '61.5')
  const office = await anotherPage(browser, 'admin')
  await countOf(office, delivery.id, '61.5')

  await office.goto(PAYOUTS)
  const main = office.getByRole('main')
  await expect(main.getByRole('list', { name: 'Still to be paid out' })).toBeVisible()
  await expectAccessible(office)
  type Open = { data: { client_name: string }[] }
  const open = await call<Open>(office, 'GET', `/cod-payouts/open?client_id=${client_id}`)
  const name = open.data[0]?.client_name ?? ''
  await main.getByRole('button', { name: `Pay out: ${name}, BRL`, exact: true }).click()
  const dialog = office.getByRole('dialog', { name: `Pay out the cash of ${name}` })
  const parts = dialog.getByRole('list', { name: 'Deliveries' })
  // Other tests may have left cash of this client open: only this delivery is paid.
  for (const box of await parts.getByRole('checkbox').all()) await box.uncheck()
  await parts.getByRole('checkbox', { name: new RegExp(delivery.number) }).check()
  await dialog.getByRole('button', { name: 'Pay out R$61.50' }).click()
  await expect(office.getByRole('heading', { level: 1, name: /O-/ })).toBeVisible()
  await expect(main.getByText(delivery.number)).toBeVisible()

  const address = office.url()
  await hers.goto(address)
  await expect(hers.getByRole('main').getByText('R$61.50').first()).toBeVisible()
  await expect(hers.getByRole('button', { name: 'Reverse' })).toHaveCount(0)
  await hers.goto(PAYOUTS)
  await expect(hers.getByRole('heading', { level: 1, name: 'Cash on delivery payouts' })).toBeVisible()

  await office.goto(`${origin('atlantico')}/shipment-deliveries/${delivery.id}`)
  await office.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  const again = office.getByRole('menuitem', { name: /^Open again/ })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await office.goto(address)
  await office.getByRole('button', { name: 'Reverse', exact: true }).click()
  const reason = office.getByRole('dialog', { name: /Reverse O-/ })
  await reason.getByRole('textbox', { name: 'Reason' }).fill('Paid to the wrong client.')
  await reason.getByRole('button', { name: 'Reverse', exact: true }).click()
  await expect(main.getByText('Reversed', { exact: true })).toBeVisible()
})

test('a delivery that was none is opened again with its counted cash', async ({ page, browser }) => {
  const driver = await administrator(page, 'atlantico', `Driver ${Date.now()}`)
  await page.goto(`${origin('atlantico')}/healthz`)
  await enter(page, driver)
  const office = await anotherPage(browser, 'admin')
  const delivery = await collectFor(page, (await anyClient(office)).id, '44')
  await countOf(office, delivery.id, '44')
  await office.goto(`${origin('atlantico')}/shipment-deliveries/${delivery.id}`)
  await office.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: /^Open again/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Was nothing handed over?' })
  await expect(dialog.getByText('it goes back out of the safe', { exact: false })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It was the door beside.')
  await dialog.getByRole('button', { name: 'Open again' }).click()
  await expect(office.getByText('Delivery opened again')).toBeVisible()
})
