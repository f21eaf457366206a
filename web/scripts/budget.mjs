// Fails when a route costs more than it may: script, style and texts (kB, gzip), and requests. Reads the manifest of
// Vite's build; the texts of a route are those that its file names in `loadTexts`.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const DIST = 'dist'
const CSS = 50
const REQUESTS = 40
/** A shipment shows what every other area knows of it. */
const OF_A_SHIPMENT = /^_app\.shipments\.(new|\$id|wizard)/
const REQUESTS_OF_A_SHIPMENT = 48
/** The words of refusals and of the log are most of it, and grow with every area. */
const TEXTS = 36
/** A value this near to its limit is named. */
const NEAR = 0.95

/** index.html, boot.js, theme.css and the typeface. */
const REQUESTS_OF_THE_PAGE = 4
/** The texts that `startLanguage` loads. */
const TEXTS_OF_THE_START = ['common', 'shell']

/** The tracking page of a visitor, as the server draws it. */
const FIRST_VIEW = 'tracking, drawn by the server'
/** The page, boot.js, first-view.js, theme.css, first-view.css, the typeface and the logo. */
const FIRST_VIEW_REQUESTS = 7

const ROUTE = /^src\/routes\/(.+)\.tsx(\?tsr-split=component)?$/
const SHELL = 'src/routes/_app.tsx?tsr-split=component'
/** `/tracking` chooses its frame before it draws. */
const FRAMES = { '-tracking.desk': SHELL, '-tracking.visitor': 'src/app/PublicShell.tsx' }

/** Limits of a route. */
function limitsOf(route) {
  if (route === 'login') return { js: 213, css: 20 }
  if (route === FIRST_VIEW) return { js: 60, css: 20 }
  // The frame, with the whole menu.
  if (route === '_app') return { js: 349, css: CSS }
  if (!isBehindSignIn(route)) return { js: 351, css: CSS }
  if (OF_A_SHIPMENT.test(route)) return { js: 400, css: CSS }
  // A table of any columns, its filters and the frame of its chart.
  if (route === '_app.reports.$report') return { js: 397, css: CSS }
  return { js: 389, css: CSS }
}

/** In the frame, outside its folder: they have another one too. */
const IN_BOTH_FRAMES = ['-tracking.desk', 'backoffice.switch-back']
const isBehindSignIn = (route) => route.startsWith('_app') || IN_BOTH_FRAMES.includes(route)

const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8'))
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const languages = readdirSync('src/locales')

const sizes = new Map()
function kB(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(`${DIST}/${file}`), { level: 9 }).length / 1024)
  return sizes.get(file)
}
const sum = (files) => [...files].reduce((total, file) => total + kB(file), 0)

/** Adds a chunk and everything it imports. */
function collect(key, found) {
  const chunk = manifest[key]
  if (found.js.has(chunk.file)) return
  found.js.add(chunk.file)
  for (const file of chunk.css ?? []) found.css.add(file)
  for (const next of chunk.imports ?? []) collect(next, found)
}

function namespacesOf(files) {
  const calls = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/loadTexts\(([^)]*)\)/g)])
  const named = calls.flatMap(([, names]) => [...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => name))
  return [...new Set([...TEXTS_OF_THE_START, ...named])]
}

const textFile = (language, namespace) =>
  manifest[
    namespace === 'codes'
      ? `../openapi/messages/${language}.json`
      : `src/locales/${language}/${namespace}.json`
  ].file

function costOf(route, key) {
  const frame = FRAMES[route] ?? (route.startsWith('_app.') ? SHELL : undefined)
  const keys = [entry, frame, key].filter(Boolean)
  const found = { js: new Set(), css: new Set() }
  for (const part of keys) collect(part, found)
  const sources = [frame?.split('?')[0], `src/routes/${route}.tsx`]
  const namespaces = namespacesOf(sources.filter(Boolean))
  return {
    js: sum(found.js),
    css: sum(found.css),
    texts: Math.max(...languages.map((language) => sum(namespaces.map((name) => textFile(language, name))))),
    requests: REQUESTS_OF_THE_PAGE + found.js.size + found.css.size + namespaces.length,
  }
}

/** The sign-in is part of the entry. */
const routes = new Map([['login', entry]])
for (const key of Object.keys(manifest).sort()) {
  const route = ROUTE.exec(key)?.[1]
  if (route) routes.set(route, key)
}

/** What the server draws itself needs no app: its files are in `public`. */
function costOfFirstView() {
  return {
    js: sum(['boot.js', 'first-view.js']),
    css: sum(['first-view.css']),
    texts: 0,
    requests: FIRST_VIEW_REQUESTS,
  }
}

const over = []
const near = []
console.log(
  `${'kB'.padEnd(34)}${['js', 'css', 'texts', 'requests'].map((name) => name.padStart(16)).join('')}`,
)
for (const [route, key] of [...routes, [FIRST_VIEW]]) {
  const cost = route === FIRST_VIEW ? costOfFirstView() : costOf(route, key)
  const limits = {
    ...limitsOf(route),
    texts: TEXTS,
    requests: OF_A_SHIPMENT.test(route) ? REQUESTS_OF_A_SHIPMENT : REQUESTS,
  }
  const cells = Object.entries(cost).map(([name, value]) => {
    const said = `${name} of ${route}`
    if (value > limits[name]) over.push(said)
    else if (value > limits[name] * NEAR) near.push(said)
    const digits = name === 'requests' ? 0 : 1
    return `${value.toFixed(digits)} of ${limits[name]}`.padStart(16)
  })
  console.log(`${route.padEnd(34)}${cells.join('')}`)
}

if (near.length > 0) console.log(`within 5 % of the limit: ${near.join(', ')}`)
if (over.length > 0) {
  console.error(`over the limit: ${over.join(', ')}`)
  process.exit(1)
}
