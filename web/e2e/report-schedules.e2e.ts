import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Schedules of reports: made from what the page shows, sent now, paused and resumed, and deleted. */

test.use({ locale: 'en-US' })

type Task = { kind: string; title_params: { name?: string }; completed_at: string | null }

const rowOf = (page: Page, name: string) =>
  page.getByRole('main').locator('[data-row]').filter({ hasText: name })

async function choose(page: Page, name: string, action: string) {
  await rowOf(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The files that the schedule has made for the signed-in user. */
async function filesOf(page: Page, name: string) {
  const { data } = await call<{ data: Task[] }>(page, 'GET', '/background_tasks')
  return data.filter(
    ({ kind, title_params, completed_at }) =>
      kind === 'reports.scheduled' && title_params.name === name && completed_at,
  )
}

/** The runs of a schedule that the signed-in user owns. */
async function runsOf(page: Page, name: string) {
  const { data } = await call<{ data: { id: string; name: string }[] }>(page, 'GET', '/report-schedules')
  const id = data.find((one) => one.name === name)?.id
  return (await call<{ data: { runs: unknown[] } }>(page, 'GET', `/report-schedules/${id}`)).data.runs
}

test('a report is scheduled as the page shows it, sent, paused and deleted', { tag: '@phone' }, async ({
  page,
}) => {
  test.slow()
  const name = `Shipments ${test.info().project.name} ${Date.now()}`
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await signIn(page, 'staff', 'atlantico', { to: '/reports/shipments' })
  await main.getByRole('button', { name: 'Schedule report', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'On the last day of the month', exact: true }).click()
  await dialog.getByLabel('Time', { exact: false }).first().fill('18:45')
  const times = dialog.getByRole('status', { name: 'Next times' })
  await expect(times.getByText(/18:45$/)).toHaveCount(4)
  // The label lies under the buttons that stay at the end of the dialog.
  await dialog.getByRole('switch', { name: /^Also send it when it is empty/ }).press('Space')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText(`${name} is scheduled.`)).toBeVisible()

  await page.goto(`${origin('atlantico')}/reports/schedules`)
  await expect(main.getByRole('heading', { level: 1, name: 'Report schedules', exact: true })).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Last day of the month at 18:45')
  await expect(rowOf(page, name)).toContainText('Active')
  expect(await runsOf(page, 'Envios da semana'), 'that of the demo has made a report').not.toHaveLength(0)

  await choose(page, name, 'Send now')
  await dialog.getByRole('button', { name: 'Send now', exact: true }).click()
  await expect(page.getByText(`${name} is being made.`)).toBeVisible()
  await expect(async () => {
    expect(await filesOf(page, name)).toHaveLength(1)
  }).toPass()
  await choose(page, name, 'Show runs')
  await expect(dialog.getByRole('cell', { name: 'Sent', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await choose(page, name, 'Pause')
  await expect(rowOf(page, name)).toContainText('Paused')
  await choose(page, name, 'Resume')
  await expect(rowOf(page, name)).toContainText('Active')
  await choose(page, name, 'Delete')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await expectReflow(page)
})

test('days and times of a report are those of the chosen zone', async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: '/reports/shipments' })
  const main = page.getByRole('main')
  await expect(main.getByText('Days and times in America/Sao_Paulo')).toBeVisible()
  await page.goto(`${origin('atlantico')}/reports/shipments?time_zone=Asia/Tokyo`)
  await expect(main.getByText('Days and times in Asia/Tokyo')).toBeVisible()
  await main.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByRole('combobox', { name: 'Time zone', exact: true })).toHaveValue(/Tokyo/)
})
