// Finds the state of a GeoNames city. GeoNames has its own numbers for first-level regions and the package does not
// explain them, so each number is derived from the airports near its cities, which name their region.

/** The same form as ref.plain in migrations/ref/0001_lookups.sql. */
export const plain = (text) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[øłđðþıßæœħə]/g, (letter) => 'olddtisaohe'['øłđðþıßæœħə'.indexOf(letter)])
    .replaceAll(/[.'’‘ʼʻ`´]/g, '')
    .replaceAll(/[\s!-/:-@[-_{-~–—·・،，、]+/g, ' ')
    .trim()

const KINDS =
  /\b(province|provincia|state|region|prefecture|oblast|county|department|governorate|district|division|of|the|de|republic|parish|voivodeship|lan|kraj)\b/g
const bare = (text) => plain(text).replaceAll(KINDS, ' ').replaceAll(/ +/g, ' ').trim()

const NEAR_KM = 60
const CLEAR_MAJORITY = 0.5

const kilometres = (city, airport) => {
  const north = (airport.lat - city.latitude) * 111
  const east = (airport.lon - city.longitude) * 111 * Math.cos((city.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

function nameIndex(states, alsoCalled) {
  const index = new Map()
  for (const { country, code, name, id } of states) {
    if (!country) continue
    const names = [name, ...name.split(/[/([,]/), ...(alsoCalled[country]?.[code] ?? [])]
    for (const key of names.flatMap((text) => [plain(text), bare(text)])) {
      if (key && !index.has(`${country}:${key}`)) index.set(`${country}:${key}`, id)
    }
  }
  return (country, name) => index.get(`${country}:${plain(name)}`) ?? index.get(`${country}:${bare(name)}`) ?? null
}

// An airport that serves the city by name has the most weight; the weight of others decreases with distance. A city
// with the name of a region (Berlin, Moscow, Luanda) is probably in that region.
function votes(world, airports, stateNamed) {
  const near = groupBy(airports, (airport) => airport.country)
  const perRegion = new Map()
  for (const city of world) {
    const region = `${city.countrycode}.${city.admin1code}`
    const count = perRegion.get(region) ?? perRegion.set(region, new Map()).get(region)
    const add = (state, weight) => state && count.set(state, (count.get(state) ?? 0) + weight)
    add(stateNamed(city.countrycode, city.name), 1)
    for (const airport of near.get(city.countrycode) ?? []) {
      const distance = kilometres(city, airport)
      if (distance > NEAR_KM || !airport.subd) continue
      const served = plain(airport.city) === plain(city.name)
      add(stateNamed(airport.country, airport.subd), served ? 2 : 10 / (100 + distance * distance))
    }
  }
  return perRegion
}

// The clearest region is matched first; two regions never get the same state.
function winners(perRegion) {
  const claims = []
  for (const [region, count] of perRegion) {
    const total = [...count.values()].reduce((sum, weight) => sum + weight, 0)
    for (const [state, weight] of count) claims.push({ region, state, share: weight / total, weight })
  }
  claims.sort((a, b) => b.share * Math.log1p(b.weight) - a.share * Math.log1p(a.weight))
  const won = new Map()
  const taken = new Set()
  for (const { region, state, share } of claims) {
    if (share < CLEAR_MAJORITY || won.has(region) || taken.has(state)) continue
    won.set(region, state)
    taken.add(state)
  }
  return won
}

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) (groups.get(keyOf(item)) ?? groups.set(keyOf(item), []).get(keyOf(item))).push(item)
  return groups
}

export function stateOfCity({ states, world, airports, alsoCalled, known }) {
  const stateNamed = nameIndex(states, alsoCalled)
  const byCode = new Map(states.map((state) => [`${state.country}.${state.code}`, state.id]))
  const won = winners(votes(world, airports, stateNamed))
  for (const [country, regions] of Object.entries(known)) {
    for (const [region, code] of Object.entries(regions)) won.set(`${country}.${region}`, byCode.get(`${country}.${code}`))
  }
  const stateOf = (city) => {
    const region = `${city.countrycode}.${city.admin1code}`
    // GeoNames letters are ISO codes (US, CH, GB, BE); its digits are its own.
    const lettered = /^[A-Z]+$/.test(city.admin1code) ? byCode.get(region) : undefined
    return lettered ?? won.get(region) ?? null
  }
  return { stateOf, stateNamed }
}
