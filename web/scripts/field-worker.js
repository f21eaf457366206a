// The service worker of the driver's phone: `/field` opens without a network. It keeps the program, its style and its texts, and
// never what the server says under /api: that the page keeps itself, for one user. The build writes VERSION, ENTRY and FILES
// above this (field-worker-build.ts).

const CACHE = `remessa-field-${VERSION}`
/** The page of the app. It is kept with its policy and the nonce of that answer, which fit each other. */
const PAGE = '/field'
/** They have no hash in their name: the network comes first. */
const OF_THE_COMPANY = ['/boot.js', '/theme.css', '/brand/favicon']
/** A network that is there and does not answer is none. */
const PATIENCE_MS = 5_000

// A new worker waits until the pages of the old one are closed: they still load parts of their own version, and without a network
// those are only in the old cache.
self.addEventListener('install', (event) => {
  event.waitUntil(fill())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOld(), self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(readFile(request, pathname))
  else if (OF_THE_COMPANY.includes(pathname)) event.respondWith(readNewest(request, pathname))
})

async function fill() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES)
  await Promise.all(OF_THE_COMPANY.map((path) => keep(path, () => fetch(path))))
  const page = await fetch(PAGE, { cache: 'no-store' })
  const html = await page.clone().text()
  // A server that is changing its version just now: a page without its files would stay empty. The browser tries again later.
  if (!page.ok || !html.includes(ENTRY)) throw new Error('the page and its files are of different versions')
  await cache.put(PAGE, page)
}

async function deleteOld() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('remessa-field-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

const find = (path) => caches.match(path, { ignoreVary: true, ignoreSearch: true })

/** Fetches, and keeps what came. */
async function keep(path, load) {
  const answer = await load()
  if (answer.ok) await (await caches.open(CACHE)).put(path, answer.clone())
  return answer
}

async function openPage(request) {
  const kept = await find(PAGE)
  if (!kept) return fetch(request)
  const late = new Promise((answer) => {
    setTimeout(() => answer(kept), PATIENCE_MS)
  })
  const newest = fetch(request).then(
    (page) => (page.status < 500 ? page : kept),
    () => kept,
  )
  return Promise.race([newest, late])
}

/** Its name has the hash of its content: what is kept is right. */
const readFile = async (request, path) => (await find(path)) ?? fetch(request).catch(unreachable)

const readNewest = (request, path) =>
  keep(path, () => fetch(request)).catch(async () => (await find(path)) ?? unreachable())

const unreachable = () => new Response(null, { status: 503 })
