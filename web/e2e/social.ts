import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { makeCompany } from './company'
import { PORT } from './support'

/** A company whose people may sign in by a provider, made as an operator makes one. */
export type SocialCompany = { origin: string }

const SECRET = 'a secret of the client'

let made: Promise<SocialCompany> | undefined

/** One for each worker of the tests; its provider ends with the worker. */
export const socialCompany = () => {
  made ??= make()
  return made
}

async function make(): Promise<SocialCompany> {
  const slug = `social-${process.env.TEST_PARALLEL_INDEX}`
  const origin = `http://${slug}.localhost:${PORT}`
  const issuer = await startProvider(`${origin}/login-social`)
  const providers = entry('acme', 'Acme', issuer) + entry('silent', 'Silent', await silence())
  await makeCompany(slug, providers, { ACME_SECRET: SECRET })
  return { origin }
}

async function startProvider(redirect_uri: string) {
  const client = { client_id: 'remessa', client_secret: SECRET, redirect_uris: [redirect_uri] }
  const provider = spawn(process.execPath, ['e2e/provider.mjs', JSON.stringify(client)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  for await (const line of createInterface(provider.stdout)) if (line.startsWith('http')) return line
  throw new Error('the provider does not start')
}

/** Where nobody listens. */
const silence = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(`http://127.0.0.1:${port}`))
    })
  })

const entry = (name: string, label: string, issuer: string) => `
[[sign_in_providers]]
name = "${name}"
label = "${label}"
kind = "generic"
issuer = "${issuer}"
client_id = "remessa"
client_secret_env = "ACME_SECRET"
`

/** From the sign-in through the provider, as somebody it lets in. */
export async function comeBy(page: Page, address: string) {
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByLabel('Address').fill(address)
  await page.getByRole('button', { name: 'Let me in' }).click()
}
