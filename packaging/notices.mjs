// Prints the licences of everything that the package contains: crates in the binary, packages in the web, fonts.
// Each text once, below the names that it belongs to. Nothing is compiled or fetched.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const NOTICE = /^(licen[cs]e|copying|copyright|notice|unlicense|ofl)/i

const metadata = () => {
  const target = execFileSync('rustc', ['-vV'], { encoding: 'utf8' }).match(/^host: (.*)$/m)[1]
  const options = ['metadata', '--locked', '--format-version', '1', '--filter-platform', target]
  return JSON.parse(
    execFileSync('cargo', options, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
}

/** The crates that the program is made of: neither tests nor what only builds it. */
function crates() {
  const { packages, resolve } = metadata()
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]))
  const inside = new Set()
  const wanted = packages.filter(({ name, source }) => name === 'app' && source === null).map(({ id }) => id)
  while (wanted.length > 0) {
    const id = wanted.pop()
    if (inside.has(id)) continue
    inside.add(id)
    const needs = nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null))
    wanted.push(...needs.map(({ pkg }) => pkg))
  }
  return packages
    .filter(({ id, source }) => inside.has(id) && source !== null)
    .map(({ name, version, license, manifest_path }) => ({ name, version, license, folder: dirname(manifest_path) }))
}

function webPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'web/package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional }]) => path && !dev && !devOptional && !optional)
    .map(([path, { version, license }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return { name, version, license, folder: join(root, 'web', path) }
    })
}

function textsIn(folder) {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && NOTICE.test(file.name))
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
}

const parts = [...crates(), ...webPackages()]
const assets = { fonts: 'fonts of labels and documents', passwords: 'list of common passwords' }
for (const [folder, name] of Object.entries(assets))
  parts.push({ name, version: '', license: 'see below', folder: join(root, 'server/assets', folder) })

const byText = new Map()
const without = []
for (const part of parts) {
  const label = `${part.name} ${part.version} (${part.license ?? 'not declared'})`.replace('  ', ' ')
  const texts = textsIn(part.folder)
  if (texts.length === 0) without.push(label)
  for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), label])
}

console.log('Licences of the works that this package contains. Data sets of the lookups: lookups.md beside this file.\n')
for (const [text, labels] of byText) console.log(`${'='.repeat(80)}\n${labels.join('\n')}\n${'-'.repeat(80)}\n${text}\n`)
console.log(`${'='.repeat(80)}\nDeclared in their manifests, without a text of their own:\n${without.join('\n')}`)
