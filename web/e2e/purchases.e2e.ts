import type { Page } from '@playwright/test'
import { prepareGoods } from './goods'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Purchases: ordered from a supplier, received little by little, and sent back. */

test.use({ locale: 'en-US' })

test('goods are bought, received in part, returned and the rest closed', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { mark, warehouse, shelf, title } = await prepareGoods(page)
  await page.goto(`${origin('atlantico')}/purchases/new`)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Warehouse' }).click()
  await page.getByRole('listbox').getByRole('option', { name: warehouse }).first().click()
  await main.getByLabel('Item 1').fill(mark)
  await page.getByRole('listbox').getByRole('option', { name: title }).click()
  await main.getByLabel('Quantity').fill('10')
  await main.getByLabel('Unit cost').fill('2.5')
  await main.getByLabel('Allowance in percent').fill('10')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Purchase .+-C-/ })).toBeVisible()
  // Nobody sells it yet.
  await main.getByRole('link', { name: 'Edit', exact: true }).click()
  await main.getByRole('textbox', { name: 'Supplier', exact: true }).fill(`Fornecedor ${mark}`)
  await main.getByRole('button', { name: 'Save' }).click()
  await main.getByRole('button', { name: 'Mark as ordered' }).click()
  const ordering = page.getByRole('dialog', { name: /^Was .+ ordered/ })
  await ordering.getByRole('button', { name: 'Mark as ordered' }).click()
  await expect(page.getByText(/-C-.+ ordered$/).first()).toBeVisible()

  await main.getByRole('button', { name: 'Receive goods' }).click()
  const receiving = page.getByRole('dialog', { name: /^Receive .+-C-/ })
  await receiving.getByLabel('Quantity').fill('12')
  await receiving.getByLabel('Place').fill(shelf.code)
  await page.getByRole('listbox').getByRole('option', { name: shelf.code }).click()
  await receiving.getByRole('textbox', { name: 'Lot' }).fill(`p${mark}`)
  await receiving.getByRole('textbox', { name: 'Expiry' }).fill('31/12/2099')
  await receiving.getByRole('button', { name: 'Receive goods' }).click()
  // Above the allowance: what was typed stays.
  await expect(receiving.getByText(/At most 11 of this line may still come/).first()).toBeVisible()
  await expect(receiving.getByRole('textbox', { name: 'Lot' })).toHaveValue(`p${mark}`)
  await receiving.getByLabel('Quantity').fill('4')
  await expectAccessible(page)
  await receiving.getByRole('button', { name: 'Receive goods' }).click()
  await expect(page.getByText(new RegExp(`^4 of ${title} received into`)).first()).toBeVisible()
  await expect(main.getByRole('list', { name: 'Lines' })).toContainText('4 of 10')
  const receipts = main.getByRole('list', { name: 'Receipts' })
  await expect(receipts).toContainText(`P${mark}`)
  await expectAccessible(page)
  await expectReflow(page)

  await receipts.getByRole('button', { name: 'Return to supplier' }).click()
  const returning = page.getByRole('dialog', { name: 'Return this receipt?' })
  await returning.getByRole('textbox', { name: 'Reason' }).fill('wrong lot')
  await returning.getByRole('button', { name: 'Return to supplier' }).click()
  await expect(receipts).toContainText('returned to the supplier')
  await expect(main.getByRole('list', { name: 'Lines' })).toContainText('0 of 10')
  await main.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click()
  const closing = page.getByRole('dialog', { name: 'Close this purchase?' })
  await closing.getByRole('textbox', { name: 'Reason' }).fill('sold out')
  await closing.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(main.getByText('Closed', { exact: true }).first()).toBeVisible()
})

type Made = { data: { id: string; version: number } }

/** Ten units that the supplier has, of which one more may come. */
async function orderedGoods(page: Page) {
  const goods = await prepareGoods(page)
  const { data: draft } = await call<Made>(page, 'POST', '/purchases', {
    warehouse_id: goods.warehouse_id,
    supplier: `Fornecedor ${goods.mark}`,
    currency: 'BRL',
    over_percent: 10,
    lines: [{ item_id: goods.item.id, quantity: 10, unit_cost: '2.5' }],
  })
  await call(page, 'POST', `/purchases/${draft.id}/order`, { version: draft.version })
  return { ...goods, id: draft.id }
}

/** Receives units of the only line, in the dialog of the open page. */
async function receive(page: Page, place: string, lot: string, quantity: string) {
  await page.getByRole('main').getByRole('button', { name: 'Receive goods' }).click()
  const dialog = page.getByRole('dialog', { name: /^Receive .+-C-/ })
  await dialog.getByLabel('Quantity').fill(quantity)
  await dialog.getByLabel('Place').fill(place)
  await page.getByRole('listbox').getByRole('option', { name: place }).click()
  await dialog.getByRole('textbox', { name: 'Lot' }).fill(lot)
  await dialog.getByRole('textbox', { name: 'Expiry' }).fill('31/12/2099')
  await dialog.getByRole('button', { name: 'Receive goods' }).click()
  await expect(dialog).toBeHidden()
}

test('a purchase is complete with its last receipt, and open again for one that goes back', async ({
  page,
}) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { id, mark, shelf, item } = await orderedGoods(page)
  await page.goto(`${origin('atlantico')}/purchases/${id}`)
  const main = page.getByRole('main')
  const lines = main.getByRole('list', { name: 'Lines' })
  const receipts = main.getByRole('list', { name: 'Receipts' })
  await expect(main.getByText('Receive the goods when they come.')).toBeVisible()

  await receive(page, shelf.code, `a${mark}`, '4')
  await expect(main.getByText('Receive the rest, or close the purchase.')).toBeVisible()
  await expect(lines).toContainText('6 to come')
  // Six are missing, and the allowance is one more.
  await receive(page, shelf.code, `b${mark}`, '7')
  await expect(main.getByText('All of it has come.')).toBeVisible()
  await expect(lines).toContainText('11 of 10')
  await expect(lines).toContainText('Complete')
  await expectAccessible(page)

  const last = receipts.getByRole('listitem').filter({ hasText: `B${mark}` })
  await last.getByRole('button', { name: 'Return to supplier' }).click()
  const returning = page.getByRole('dialog', { name: 'Return this receipt?' })
  await returning.getByRole('textbox', { name: 'Reason' }).fill('short-dated')
  await returning.getByRole('button', { name: 'Return to supplier' }).click()
  await expect(last).toContainText('returned to the supplier')
  await expect(last.getByRole('button', { name: 'Return to supplier' })).toHaveCount(0)
  await expect(lines).toContainText('4 of 10')

  await receive(page, shelf.code, `c${mark}`, '6')
  await expect(main.getByText('All of it has come.')).toBeVisible()
  await expect(receipts.getByRole('listitem')).toHaveCount(3)
  const stocked = await call<{ data: { on_hand: number } }>(page, 'GET', `/stock-items/${item.id}`)
  expect(stocked.data.on_hand).toBe(10)
})
