import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A chunk in Vite's manifest. */
type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] }
type Manifest = Record<string, Chunk>

const WORKER = 'field-worker.js'

/** What the pages of the driver's phone load, besides the entry. */
const PARTS = [
  'src/routes/_app.tsx?tsr-split=component',
  'src/routes/_app.field.index.tsx?tsr-split=component',
  'src/routes/_app.field.stops.$id.tsx?tsr-split=component',
  'src/app/Overlays.tsx',
  'src/blocks/scan/CameraScan.tsx',
]

/** The texts of these pages, and of the question for the password. */
const TEXTS = ['common', 'shell', 'processes', 'field', 'deliveries', 'pickups', 'scan', 'sign-in']

/**
 * Writes the service worker of the driver's phone, with the names of the files that it keeps: other files make another worker,
 * and browsers fetch them again.
 */
export function fieldWorker(): Plugin {
  return {
    name: 'field-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = 'dist' }) {
        const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest
        const { entry, files } = filesOf(manifest)
        const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
        const names = Object.entries({ VERSION: version, ENTRY: entry, FILES: files })
        const head = names.map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
        const source = readFileSync(join(import.meta.dirname, WORKER), 'utf8')
        writeFileSync(join(dir, WORKER), head.join('') + source)
      },
    },
  }
}

function filesOf(manifest: Manifest) {
  const languages = readdirSync(join(import.meta.dirname, '../src/locales'))
  const texts = languages.flatMap((language) => [
    `../openapi/messages/${language}.json`,
    ...TEXTS.map((name) => `src/locales/${language}/${name}.json`),
  ])
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  const found = new Set<string>()
  for (const key of [entry, ...PARTS, ...texts]) collect(manifest, key, found)
  return { entry: `/${manifest[entry]?.file}`, files: [...found].sort().map((file) => `/${file}`) }
}

/** Adds a chunk and everything that it imports. */
function collect(manifest: Manifest, key: string, found: Set<string>) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`field-worker: the build has no ${key}`)
  if (found.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file)
  for (const next of chunk.imports ?? []) collect(manifest, next, found)
}
