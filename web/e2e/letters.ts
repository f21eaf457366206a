import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The links of the letters that were sent to somebody, oldest first; of those that lead to this page. */
export function linksFor(address: string, path: string): string[] {
  const folder = fileURLToPath(process.env.REMESSA_MAIL_URL ?? '')
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  const letters = files.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
  const link = new RegExp(`http:\\S+${path}/[\\w-]+`)
  return letters
    .filter((letter) => letter.includes(address))
    .flatMap((letter) => link.exec(letter.replaceAll('=\r\n', ''))?.[0] ?? [])
}
