import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Links to this page in the e-mails sent to this address, oldest first. */
export function linksFor(address: string, path: string): string[] {
  const folder = fileURLToPath(process.env.REMESSA_MAIL_URL ?? '')
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  const emails = files.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
  const link = new RegExp(`http:\\S+${path}/[\\w-]+`)
  return emails
    .filter((email) => email.includes(address))
    .flatMap((email) => link.exec(email.replaceAll('=\r\n', ''))?.[0] ?? [])
}
