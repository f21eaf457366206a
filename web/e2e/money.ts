import type { Page } from '@playwright/test'
import { timedId } from './seeds'
import { call } from './support'

type Found = { data: { id: string }[] }
type Made = { data: { id: string } }

/** An account of the company in dollars, to pay to. */
export async function companyAccount(page: Page) {
  const branches = await call<Found>(page, 'GET', '/subsidiaries')
  const owner = { owner_type: 'subsidiary', owner_id: branches.data[0]?.id }
  const account = {
    holder: `Pacific ${Date.now()}`,
    account: '000123456',
    account_type: 'checking',
    routing_number: '021000021',
    swift: 'CHASUS33',
    currency: 'USD',
  }
  return (await call<Made>(page, 'POST', '/bank_accounts', { ...owner, ...account })).data.id
}

/** A client of its own, with nothing yet. */
export async function newClient(page: Page, name: string, fields: Record<string, unknown> = {}) {
  const form = { person_type: 2, document_type: 1, country_id: 238, city: 'Portland', kyc_status: 'ok' }
  return (await call<Made>(page, 'POST', '/clients', { ...form, ...fields, name })).data.id
}

/** Puts money into the wallet of a client. */
export const fund = (page: Page, client: string, amount: string, currency: string) =>
  call(page, 'POST', `/clients/${client}/wallet/adjust`, {
    key: timedId(),
    amount,
    currency,
    reason: 'Paid in advance',
  })

/** Announces a deposit, as the form of the page does. */
export const announce = (page: Page, fields: Record<string, string>) =>
  page.evaluate(async (values) => {
    const ajax = { 'X-Requested-With': 'XMLHttpRequest' }
    const session = await (await fetch('/api/session-cookie', { headers: ajax })).json()
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.append(name, value)
    const answer = await fetch('/api/deposits', {
      method: 'POST',
      headers: { ...ajax, 'X-CSRF-Token': session.data.csrf_token },
      body: form,
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()).data.id as string
  }, fields)

/** A day that has begun at every company of the seed: theirs begin up to eight hours after that of Greenwich. */
const pastDay = () => new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10)

/** A client with a deposit that waits. */
export async function waitingDeposit(page: Page) {
  const client_id = await newClient(page, `Alder Supply ${Date.now()}`)
  const bank_account_id = await companyAccount(page)
  const paid_on = pastDay()
  const payment = { method: 'transfer', amount: '120.50', reference: `TRF-${Date.now()}`, paid_on }
  const id = await announce(page, { client_id, bank_account_id, ...payment })
  return { id, client_id }
}

/** An invoice of the seed, which no test touches. */
export async function overdueInvoice(page: Page) {
  const { data } = await call<Found>(page, 'GET', '/invoices?tab=overdue')
  return data[0]?.id
}

/** A claim of the seed, which no test touches. */
export async function anyClaim(page: Page) {
  const { data } = await call<Found>(page, 'GET', '/claims')
  return data[0]?.id
}
