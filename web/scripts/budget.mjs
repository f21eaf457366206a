// Fails when a route costs more bytes (gzip) than it may. Reads what Vite says about its own build.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const DIST = 'dist'
const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8'))

/** What a visit loads before it is usable: the entry, its route files, one language. kB. */
const ROUTES = [
  { name: 'login', files: [/routes\/login\.tsx/], js: 185, css: 20 },
  { name: 'shell', files: [/routes\/_app\.tsx/], js: 225, css: 45 },
  { name: 'list', files: [/routes\/_app\.tsx/, /shipments\.index\.tsx/], js: 260, css: 45 },
  { name: 'tracking', files: [/PublicShell\.tsx/, /-tracking\.door/, /routes\/tracking/], js: 200, css: 45 },
  { name: 'desk', files: [/app\/Shell\.tsx/, /-tracking\.desk/, /routes\/tracking/], js: 265, css: 45 },
]
const MOST_REQUESTS = 30
const MOST_LOCALE = 25

const kB = (file) => gzipSync(readFileSync(`${DIST}/${file}`), { level: 9 }).length / 1024
const sum = (files) => [...files].reduce((total, file) => total + kB(file), 0)

function collect(key, found = { js: new Set(), css: new Set() }) {
  const chunk = manifest[key]
  if (found.js.has(chunk.file)) return found
  found.js.add(chunk.file)
  for (const file of chunk.css ?? []) found.css.add(file)
  for (const next of chunk.imports ?? []) collect(next, found)
  return found
}

const keys = Object.keys(manifest)
const entry = keys.find((key) => manifest[key].isEntry)
const language = (name) =>
  keys.find((key) => manifest[key].name === name && manifest[key].file.includes(`/${name}-`))
const failures = []

function check(what, value, most) {
  console.log(`${what.padEnd(22)} ${value.toFixed(1).padStart(7)} of ${most}`)
  if (value > most) failures.push(what)
}

for (const route of ROUTES) {
  const found = collect(entry)
  for (const pattern of route.files)
    for (const key of keys.filter((name) => pattern.test(name))) collect(key, found)
  check(`${route.name} js kB`, sum(found.js), route.js)
  check(`${route.name} css kB`, sum(found.css), route.css)
  check(`${route.name} requests`, found.js.size + found.css.size + 1, MOST_REQUESTS)
}
for (const name of ['en', 'pt-BR', 'es', 'zh-CN'])
  check(`texts ${name} kB`, kB(manifest[language(name)].file), MOST_LOCALE)

if (failures.length > 0) {
  console.error(`over budget: ${failures.join(', ')}`)
  process.exit(1)
}
