import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { expect, PORT } from './support'

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
  const folder = mkdtempSync(join(tmpdir(), 'remessa-'))
  writeFileSync(join(folder, 'tenant.toml'), await manifest(slug, issuer))
  for (const logo of ['logo.svg', 'logo_dark.svg'])
    copyFileSync(`../tenants/atlantico/${logo}`, join(folder, logo))
  execFileSync(remessa(), ['tenant', 'apply', folder], { env: { ...process.env, ACME_SECRET: SECRET } })
  await expect.poll(() => statusOf(`${slug}.localhost`)).toBe(200)
  return { origin }
}

/** Whether the server knows the company. Browsers find `*.localhost` by themselves, Node does not. */
const statusOf = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const where = { host: '127.0.0.1', port: PORT, path: '/api/domain', headers: { host } }
    get(where, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })

/** The program that serves, to be called as an operator does. */
function remessa() {
  const places = [process.env.REMESSA_BIN, '../target/release/remessa', '../target/debug/remessa']
  const found = places.find((path) => path && existsSync(path))
  if (!found) throw new Error('REMESSA_BIN names the program `remessa`')
  return found
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

const manifest = async (slug: string, issuer: string) => `
slug = "${slug}"
name = "Ponte Aérea"
hosts = ["${slug}.localhost"]
languages = ["pt-BR", "en", "es", "zh-CN"]
default_language = "en"
country = "BR"
currency = "BRL"
time_zone = "America/Sao_Paulo"
brand_color = "#7a3b8f"
weight_unit = 10
size_unit = 10
${entry('acme', 'Acme', issuer)}${entry('silent', 'Silent', await silence())}`

/** From the sign-in through the provider, as somebody it lets in. */
export async function comeBy(page: Page, address: string) {
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByLabel('Address').fill(address)
  await page.getByRole('button', { name: 'Let me in' }).click()
}
