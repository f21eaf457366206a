import { email, expect, expectAccessible, origin, PASSWORD, signIn, tabTo, test } from './support'

test.use({ locale: 'en-US' })

const brand = (tenant: 'atlantico' | 'pacific') => `${origin(tenant)}/login`

test('each company shows its own name and colour', async ({ page }) => {
  const looks = []
  for (const tenant of ['atlantico', 'pacific'] as const) {
    await page.goto(brand(tenant))
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    looks.push({
      title: await page.title(),
      colour: await page
        .getByRole('button', { name: 'Sign in' })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    })
  }
  expect(looks[0]?.title).not.toBe(looks[1]?.title)
  expect(looks[0]?.colour).not.toBe(looks[1]?.colour)
})

test('public pages lead to each other', { tag: '@phone' }, async ({ page }) => {
  await page.goto(brand('pacific'))
  const links = () => page.getByRole('navigation', { name: 'Public pages' }).filter({ visible: true })
  await links().getByRole('link', { name: 'Track', exact: true }).click()
  await expect(page).toHaveURL(/\/tracking$/)
  await links().getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await links().getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expectAccessible(page)
})

test('a company has a home, which leads to what it offers to anybody', { tag: '@phone' }, async ({
  page,
}) => {
  const home = origin('atlantico')
  await page.goto(home)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  const main = page.getByRole('main')
  for (const [link, address] of [
    ['Get a price', /\/calculate/],
    ['Sign in', /\/login$/],
    ['Create account', /\/register$/],
  ] as const) {
    await page.goto(home)
    await main.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(address)
  }
  await page.goto(home)
  await main.getByRole('textbox', { name: 'Tracking codes' }).fill('AT999999999BR')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tracking\/AT999999999BR$/)
})

test('whoever was signed in is asked to sign in again, and sees no home', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico')
  await page.context().clearCookies()
  await page.goto(origin('atlantico'))
  await expect(page).toHaveURL(/\/login$/)
})

test('the colour is there without any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(brand('atlantico'))
  const colour = await page
    .locator('html')
    .evaluate((html) => getComputedStyle(html).getPropertyValue('--brand-6'))
  expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  await context.close()
})

test('signs in by the keyboard alone', async ({ page }) => {
  await page.goto(brand('pacific'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }))
  await page.keyboard.type(email('admin', 'pacific').toUpperCase())
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login/)
  await expect(page.locator('#main h1')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached()
  await expect(page.getByText('Authenticated, redirecting')).toHaveCount(0)
})

test('says what is missing, at the field and with the focus on it', { tag: '@phone' }, async ({ page }) => {
  await page.goto(brand('atlantico'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Required field.')
  await expectAccessible(page)
})

test('a wrong password is told at the e-mail and gives nothing away', async ({ page }) => {
  await page.goto(brand('atlantico'))
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email('admin'))
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(
    'Incorrect e-mail or password.',
  )
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('not this one')
})

test('leads back to where one wanted to go', async ({ page }) => {
  await page.goto(`${origin('atlantico')}/nothing-here?q=1`)
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email('staff'))
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin('atlantico')}/nothing-here?q=1`)
})

test('never leads to another site', async ({ page }) => {
  await page.goto(`${origin('atlantico')}/login?to=%2F%2Fevil.example`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email('staff'))
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`^${origin('atlantico')}/`))
  await expect(page).not.toHaveURL(/login/)
})

test('speaks four languages and remembers the choice', { tag: '@phone' }, async ({ page }) => {
  await page.goto(brand('pacific'))
  for (const [name, heading, lang] of [
    ['Português', 'Entrar', 'pt-BR'],
    ['Español', 'Iniciar sesión', 'es'],
    ['中文', '登录', 'zh-CN'],
  ] as const) {
    await page.getByRole('combobox').selectOption(name)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
})

test('a session of one company is nothing at the other', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico')
  await page.goto(origin('pacific'))
  await expect(page.getByRole('heading', { name: 'Welcome to Pacific' })).toBeVisible()
})
