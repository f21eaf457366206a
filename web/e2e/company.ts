import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, PORT, type Tenant, test } from './support'

type Environment = Record<string, string>

/** Makes a company as an operator makes one, with more in its file where that is said; gives the file's folder. */
export async function makeCompany(slug: string, more = '', environment: Environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'remessa-'))
  writeFileSync(join(folder, 'tenant.toml'), manifest(slug) + more)
  for (const logo of ['logo.svg', 'logo_dark.svg'])
    copyFileSync(`../tenants/atlantico/${logo}`, join(folder, logo))
  remessa(['tenant', 'apply', folder], environment)
  await expect.poll(() => statusOf(`${slug}.localhost`)).toBe(200)
  return folder
}

/** The records of a demo company, without its people. Seeding them takes most of the time. */
const RECORDS = /\.(json|csv)$/
const SHIPMENTS = /(shipments\.csv|import\.json)$/

/**
 * One like a company of the demo, with its people, for a test that changes what others of the company would see. Gives
 * its slug.
 */
export async function makeTwin(of: Tenant, name: string, { shipments = false } = {}) {
  const slug = `${name}-${test.info().project.name}-${Date.now()}`
  const folder = mkdtempSync(join(tmpdir(), 'remessa-'))
  const filter = (file: string) => !RECORDS.test(file) || (shipments && SHIPMENTS.test(file))
  cpSync(`../tenants/${of}`, folder, { recursive: true, filter })
  const manifest = readFileSync(join(folder, 'tenant.toml'), 'utf8')
  writeFileSync(join(folder, 'tenant.toml'), manifest.replaceAll(new RegExp(`"${of}\\b`, 'g'), `"${slug}`))
  remessa(['tenant', 'apply', folder])
  await expect.poll(() => statusOf(`${slug}.localhost`)).toBe(200)
  seedCompany(folder)
  return slug
}

/** Gives it the people of the demo. */
export const seedCompany = (folder: string) => remessa(['seed', folder])

/** Invites the first administrator, as an operator does once the company is made. */
export const inviteAdministrator = (tenant: string, name: string, address: string) =>
  remessa(['tenant', 'invite-administrator', tenant, '--name', name, '--email', address])

/** Where mail servers hand over replies to a company's tickets. */
export const replyAddress = (tenant: string) => remessa(['tenant', 'inbound-mail', tenant]).trim()

/** Whether the server knows a host. Browsers find `*.localhost` by themselves, Node does not. */
export const statusOf = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const where = { host: '127.0.0.1', port: PORT, path: '/api/domain', headers: { host } }
    get(where, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })

/** Runs the program that serves, as an operator does. */
function remessa(args: string[], environment: Environment = {}) {
  const places = [process.env.REMESSA_BIN, '../target/release/remessa', '../target/debug/remessa']
  const found = places.find((path) => path && existsSync(path))
  if (!found) throw new Error('REMESSA_BIN names the program `remessa`')
  return execFileSync(found, args, { env: { ...process.env, ...environment }, encoding: 'utf8' })
}

const manifest = (slug: string) => `
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
`
