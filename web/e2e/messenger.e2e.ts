import type { Page } from '@playwright/test'
import { timedId } from './seeds'
import { call, expect, expectAccessible, look, signIn, test } from './support'

/** Two people of one company talk to each other; nothing is loaded again. */

test.use({ locale: 'en-US' })

const connected = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.dataset.live)).toBe('connected')

const launcher = (page: Page) => page.getByRole('button', { name: /^Messages, / })
const panel = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const room = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

type Own = { data: { id: string } }

/** A group of its own for each test, so that no other test writes in it. */
async function group(page: Page, title: string, others: Page[]) {
  const ids: string[] = []
  for (const other of others) ids.push((await call<Own>(other, 'GET', '/profile')).data.id)
  const form = { key: timedId(), member_ids: ids, title }
  return (await call<Own>(page, 'POST', '/rooms', form)).data.id
}

test('two people write, see each other typing, and see what was read', { tag: '@phone' }, async ({
  page,
  somebodyElse,
}) => {
  const title = `Dock ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: false })
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: false })
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: '/shipments' })
  await group(page, title, [admin, client])
  await page.goto(new URL('/shipments', page.url()).href)
  await connected(admin)
  await launcher(page).click()
  await panel(page).getByRole('button', { name: title }).click()
  const mine = room(page, title)
  await expect(mine.getByText('No messages yet')).toBeVisible()
  await mine.getByRole('textbox', { name: 'Message' }).fill('Van 3 is at the gate')
  await page.keyboard.press('Enter')
  await expect(mine.getByRole('article')).toContainText('Van 3 is at the gate')

  // The badge, the list and the window of the other follow by themselves.
  await launcher(admin).click()
  await expect(panel(admin).getByRole('button', { name: title })).toContainText('1 unread message')
  await panel(admin).getByRole('button', { name: title }).click()
  const theirs = room(admin, title)
  await expect(theirs.getByRole('article')).toContainText('Van 3 is at the gate')
  await expect(mine.getByText(/^Read by /)).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Message' }).pressSequentially('On my way', { delay: 60 })
  await expect(mine.getByText(/is typing…$/)).toBeVisible()
  await admin.keyboard.press('Enter')
  await expect(mine.getByRole('article').last()).toContainText('On my way')
  await mine.getByRole('article').last().hover()
  await mine.getByRole('button', { name: 'React' }).last().click()
  await page.getByRole('menuitem', { name: 'Like', exact: true }).click()
  await expect(theirs.getByRole('button', { name: /^Like: / })).toBeVisible()
  await look(page, 'room')
  await expectAccessible(page)
})

test('a message that could not be sent keeps its text, and arrives once', async ({ page, somebodyElse }) => {
  const title = `Gate ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: false })
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: false })
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: false })
  const id = await group(page, title, [admin, client])
  await page.goto(new URL('/shipments', page.url()).href)
  await launcher(page).click()
  await panel(page).getByRole('button', { name: title }).click()
  const field = room(page, title).getByRole('textbox', { name: 'Message' })
  await field.fill('Half a thought')
  await page.reload()
  await expect(field).toHaveValue('Half a thought')
  await page.context().setOffline(true)
  await field.press('Enter')
  await expect(room(page, title).getByRole('alert')).toContainText('Not sent.')
  await expect(field).toHaveValue('Half a thought')
  await page.context().setOffline(false)
  await room(page, title).getByRole('button', { name: 'Send again' }).click()
  await expect(room(page, title).getByRole('article')).toHaveCount(1)
  await expect(field).toHaveValue('')
  const { data } = await call<{ data: { body: string }[] }>(admin, 'GET', `/rooms/${id}/messages`)
  expect(data.map(({ body }) => body)).toEqual(['Half a thought'])
})

test('the messenger works with the keyboard alone', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await signIn(page, 'admin', 'pacific', { to: '/shipments' })
  await launcher(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'New chat or group' }).press('Enter')
  await page.keyboard.type('Davi')
  const davi = page.getByRole('checkbox', { name: 'Davi Lima' })
  await expect(davi).toBeVisible()
  await davi.press(' ')
  await page.getByRole('button', { name: 'Start chat' }).press('Enter')
  const chat = room(page, 'Davi Lima')
  await expect(chat.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.type('Line one')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('line two')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('article').last()).toContainText('Line one\nline two')
  await page.keyboard.press('Escape')
  await expect(chat).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: /^Davi Lima/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(launcher(page)).toBeFocused()
})

test('a group is renamed in its window, for everybody', async ({ page, somebodyElse }) => {
  const title = `Crew ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: false })
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: '/shipments' })
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: false })
  await group(page, title, [admin, client])
  await connected(admin)
  await launcher(admin).click()
  await expect(panel(admin).getByRole('button', { name: title })).toBeVisible()
  await page.goto(new URL('/shipments', page.url()).href)
  await launcher(page).click()
  await panel(page).getByRole('button', { name: title }).click()
  await room(page, title).getByRole('button', { name: '3 members' }).click()
  const members = page.getByRole('dialog', { name: '3 members' })
  await members.getByRole('textbox', { name: 'Group name' }).fill(`${title} by night`)
  await look(page, 'members of a group')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Group renamed.')).toBeVisible()
  await expect(panel(admin).getByRole('button', { name: `${title} by night` })).toBeVisible()
})

test('the link of an e-mail opens a room', async ({ page, somebodyElse }) => {
  const title = `Link ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: false })
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: false })
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: false })
  const id = await group(page, title, [admin, client])
  await page.goto(new URL(`/?room=${id}`, page.url()).href)
  await expect(room(page, title).getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test('windows keep their widths beside each other, and leave the menus and the buttons of a form free (CHAT-1)', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone shows one room on the whole screen')
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin', 'pacific', { to: false })
  const staff = await somebodyElse()
  await signIn(staff, 'staff', 'pacific', { to: false })
  const names = ['Left', 'Middle', 'Right'].map((name) => `${name} ${crypto.randomUUID().slice(0, 8)}`)
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: false })
  for (const name of names) await group(page, name, [staff, client])
  await page.goto(new URL('/partners/new', page.url()).href)
  await launcher(page).click()
  for (const name of names) {
    await panel(page).getByRole('button', { name }).click()
    if (name !== names.at(-1)) await room(page, name).getByRole('button', { name: 'Minimize' }).click()
  }
  const widths = () =>
    Promise.all(names.map(async (name) => (await room(page, name).boundingBox({ timeout: 5_000 }))?.width))
  expect(await widths()).toEqual([300, 300, 340])
  await page.reload()
  await expect(room(page, names.at(-1) ?? '')).toBeVisible()
  expect(await widths()).toEqual([300, 300, 340])
  await page.getByRole('button', { name: /, Menu for / }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click({ trial: true })
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: /^Save/ }).last().click({ trial: true })
})

test('for a client, the room with the company has its name', async ({ page }) => {
  await signIn(page, 'client', 'pacific', { to: '/shipments' })
  const { data } = await call<{ data: { name: string } }>(page, 'GET', '/domain')
  await launcher(page).click()
  await panel(page).getByRole('button', { name: data.name }).first().click()
  await expect(room(page, data.name)).toBeVisible()
})
