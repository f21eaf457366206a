import type { Page } from '@playwright/test'
import { fund, newClient } from './money'
import { invite } from './people'
import { assign, flatTable } from './prices'
import { enter, origin, type Tenant } from './support'

const BRAZIL = 32
const GERMANY = 81
const UNITED_STATES = 238

/** A company of the demo, and the country to which its clients send parcels. */
export type Abroad = {
  tenant: Tenant
  currency: string
  /** Country of the company and its clients. */
  home: number
  /** Country of the recipients. */
  away: number
  client: Record<string, unknown>
  /** The fields of a shipment about its parties. */
  parties: Record<string, unknown>
}

/** Both companies. What a shipment needs besides is the same. */
export const ABROAD: Abroad[] = [
  {
    tenant: 'atlantico',
    currency: 'BRL',
    home: BRAZIL,
    away: GERMANY,
    client: { country_id: BRAZIL, city: 'São Paulo', postcode: '01310-100', address_1: 'Avenida Paulista' },
    parties: {
      to_country_id: GERMANY,
      to_document: null,
      to_postcode: '10119',
      to_state_id: null,
      to_address_1: 'Hauptstraße',
      to_city: 'Berlin',
    },
  },
  {
    tenant: 'pacific',
    currency: 'USD',
    home: UNITED_STATES,
    away: BRAZIL,
    client: { country_id: UNITED_STATES, city: 'Portland', postcode: '97204', address_1: 'Alder Street' },
    parties: { from_country_id: UNITED_STATES, from_address_1: 'Alder Street', from_city: 'Portland' },
  },
]

/** A client with money and prices of its own, whose user is signed in on the page `hers`. Gives the id of the client. */
export async function startClient(page: Page, hers: Page, way: Abroad, name: string) {
  const { tenant, currency, away } = way
  const client = await newClient(page, `${name} ${Date.now()}`, way.client)
  const email = await invite(page, tenant, name, { user_type: 30, client_id: client })
  await fund(page, client, '9000', currency)
  await assign(page, client, await flatTable(page, '30', currency, away))
  await hers.goto(`${origin(tenant)}/healthz`)
  await enter(hers, email)
  return client
}
