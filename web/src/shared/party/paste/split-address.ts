/**
 * Splits an address as people send it, on one line or several, into the fields of the form. No word is lost: what fits nowhere
 * is in `rest`.
 */

export type SplitAddress = {
  name?: string
  email?: string
  document?: string
  address_1?: string
  address_number?: string
  address_complement?: string
  address_2?: string
  city?: string
  postcode?: string
  /** With its code if it was written with one, else as it is; digits only. */
  phone?: string
  /** Name or code of the state. */
  state?: string
  /** ISO 3166, two letters. */
  country?: string
  rest: string[]
}

const EMAIL = /[^\s<>,;:()]+@[^\s<>,;:()]+\.[^\s<>,;:()]+/
const LABEL =
  /^(?:name|nome|nombre|recipient|receiver|to|para|destinat[aá]rio|address|endere[cç]o|direcci[oó]n|street|rua|calle|city|cidade|ciudad|state|estado|zip(?: code)?|postcode|postal code|cep|c[oó]digo postal|country|pa[ií]s|phone|tel(?:ephone|efone|[eé]fono)?|cel(?:ular)?|mobile|fone|whatsapp|e-?mail|correo|bairro|district|complemento|cpf|cnpj|cpf\/cnpj|tax id|nif|收件人|姓名|地址|电话|手机|邮编)\s*[:：.]\s*/i
const CPF = /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/
const CNPJ = /\b[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}\b/i
const PHONE =
  /(?:\+\s?\d[\d\s().-]{6,20}\d|\(\d{2,3}\)\s?\d[\d\s-]{5,10}\d|\b\d{3}[-.\s]\d{3}[-.\s]\d{4}\b|\b1[3-9]\d{9}\b)/

/** Spellings that Intl does not have. */
const ALIASES: Record<string, string> = {
  usa: 'US',
  us: 'US',
  eua: 'US',
  eeuu: 'US',
  'united states of america': 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'great britain': 'GB',
  'pr china': 'CN',
  中国: 'CN',
  香港: 'HK',
  'hong kong': 'HK',
  brasil: 'BR',
}

/** Countries whose addresses the rules below know, and those that are only named. */
const NAMED =
  'AR AT AU BE BR CA CH CL CN CO CR CZ DE DK EC ES FI FR GB GR HK HU ID IE IL IN IT JP KR LU MO MX MY NL NO NZ PA PE PH PL PT PY RO SE SG TH TR TW UA US UY VE VN ZA'.split(
    ' ',
  )

/** The languages of the product, and those in which these countries write their own names. */
const LANGUAGES = 'en pt-BR es zh-CN cs da de el fi fr hu it ja ko nb nl pl ro sv tr'.split(' ')

let countryNames: Map<string, string> | undefined

/** Names of countries, in lower case. */
function countriesByName() {
  if (countryNames) return countryNames
  countryNames = new Map(Object.entries(ALIASES))
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of NAMED) countryNames.set((names.of(code) ?? code).toLowerCase(), code)
  }
  return countryNames
}

const countryOf = (text: string) => countriesByName().get(text.trim().toLowerCase().replace(/[.,]/g, ''))

const forms = (countries: string, form: RegExp) =>
  Object.fromEntries(countries.split(' ').map((country) => [country, form]))

const POSTCODES: Record<string, RegExp> = {
  BR: /\b\d{5}-?\d{3}\b/,
  US: /\b\d{5}(?:-\d{4})?\b(?!.*\b\d{5}\b)/,
  ES: /\b(?:0[1-9]|[1-4]\d|5[0-2])\d{3}\b/,
  PT: /\b\d{4}-\d{3}\b/,
  GB: /\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b/i,
  CN: /\b\d{6}\b/,
  CA: /\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/i,
  NL: /\b\d{4}\s?[A-Z]{2}\b/,
  PL: /\b\d{2}-\d{3}\b/,
  JP: /\b\d{3}-\d{4}\b/,
  IE: /\b[A-Z]\d[\dW]\s?[A-Z\d]{4}\b/,
  ...forms('DE FR IT MX FI UA TR HR', /\b\d{5}\b/),
  ...forms('AT BE CH DK NO HU LU AU NZ ZA', /\b\d{4}\b/),
  ...forms('SE CZ SK GR', /\b\d{3}\s?\d{2}\b/),
  ...forms('IN SG RO', /\b\d{6}\b/),
}

const US_STATES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY'
const BR_STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'
const STATES: Record<string, string[]> = { US: US_STATES.split(' '), BR: BR_STATES.split(' ') }

const STREET_FIRST =
  /^(?:rua|r\.|av\.?|avenida|alameda|al\.|travessa|tv\.|pra[cç]a|p[cç]a\.?|rodovia|rod\.|estrada|largo|ladeira|calle|c\/|c\.|paseo|pº|plaza|pl\.|carrer|camino|ronda|via|rue|quadra|sqs|sqn|sbs)(?=\s|\/)/i
/** In one word with its kind, and the number after it: Torstraße 44, Keizersgracht 1, Drottninggatan 5. */
const STREET_JOINED =
  /^[\p{L}.' -]*(?:str(?:aße|asse|\.)|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|plein|kade|gracht|gatan|vägen|gade|vej|gata|veien)\s+\d/iu
const STREET_LAST =
  /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|court|ct|way|place|pl|terrace|square|sq|highway|hwy|parkway|pkwy|circle|crescent|close|gardens|mews|row)\b\.?/i
const UNIT =
  /^(?:apt|apto?|apartment|apartamento|ap|suite|ste|unit|bloco|bl|sala|cj|conjunto|casa|floor|fl|piso|planta|andar|flat|room|rm|depto|departamento|fundos|loja|torre|edif[ií]cio|ed|r\/c|dto|esq|izqda|izq|dcha|bajo|escalera|esc|puerta|pta|#|\d{1,2}\s(?:dto|esq|fte|izq|dcha)|\d{1,2}\.?\s?[ºª°])(?:\b|\.|\s|#|$)/i
const UNIT_END = /[\s,]+((?:apt|apto|apartment|suite|ste|unit|flat|#)\.?\s*[\w-]+)$/i

/** Takes the match of a pattern out of the lines, and answers with it. */
function take(lines: string[], pattern: RegExp): string | undefined {
  for (const [at, line] of lines.entries()) {
    const found = pattern.exec(line)
    if (!found) continue
    lines[at] = tidy(`${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`)
    return found[0].trim()
  }
}

const tidy = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,;])/g, '$1')
    .replace(/(?:[,;]\s*){2,}/g, ', ')
    .replace(/^[\s,;:·|–-]+|[\s,;:·|–-]+$/g, '')

const linesOf = (text: string) =>
  text
    .split(/\r?\n|\s[|•]\s|;/)
    .map((line) => tidy(line))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))

/** One line or several: the parts between line breaks and commas, and which of them begins a line. */
const partsOf = (lines: string[]) =>
  lines
    .flatMap((line) => line.split(/\s*[,，]\s*|\s+[-–]\s+/))
    .map(tidy)
    .filter(Boolean)

const withoutLabel = (line: string) => tidy(line.replace(LABEL, ''))

const phoneOf = (found: string) => (found.startsWith('+') ? '+' : '') + found.replace(/\D/g, '')

/** `likely` is the country when the text names none. */
export function splitAddress(text: string, likely?: string): SplitAddress {
  const lines = linesOf(text)
  const found: SplitAddress = { rest: [] }
  const email = take(lines, EMAIL)
  if (email) found.email = email.toLowerCase()
  const document = take(lines, CNPJ) ?? take(lines, CPF)
  if (document) found.document = document
  const phone = take(lines, PHONE)
  if (phone) found.phone = phoneOf(phone)
  const kept = lines.map(withoutLabel).filter((line) => /[\p{L}\p{N}]/u.test(line) && !isBareLabel(line))
  takeCountry(kept, found)
  found.country ??= guess(kept, likely)
  if (found.country === 'CN' && /\p{Script=Han}/u.test(kept.join(''))) return chinese(kept, found)
  const form = POSTCODES[found.country ?? '']
  const postcode = form && takeLast(kept, form)
  if (postcode) found.postcode = postcode.toUpperCase()
  return western(kept, found)
}

/** A label whose value was taken out. */
const isBareLabel = (part: string) => withoutLabel(`${part}:`) === ''

/** The postcode is the last number that looks like one: a house number may look like one, too. */
function takeLast(lines: string[], pattern: RegExp) {
  const reversed = [...lines].reverse()
  const found = take(reversed, pattern)
  if (found) lines.splice(0, lines.length, ...reversed.reverse().filter(Boolean))
  return found
}

/** The country stands at the end, alone on its line or after the last comma. */
function takeCountry(lines: string[], found: SplitAddress) {
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - 2); at--) {
    const line = lines[at] ?? ''
    const parts = line.split(/\s*[,，]\s*|\s+[-–]\s+/)
    const last = parts.at(-1) ?? ''
    const country = countryOf(line) ?? countryOf(last)
    if (!country) continue
    found.country = country
    const left = countryOf(line) ? '' : tidy(line.slice(0, line.lastIndexOf(last)))
    if (left) lines[at] = left
    else lines.splice(at, 1)
    return
  }
}

/** Without a country, the form of the postcode tells it. */
function guess(lines: string[], likely: string | undefined) {
  const all = lines.join('\n')
  if (/\p{Script=Han}/u.test(all)) return likely === 'HK' || /香港/.test(all) ? 'HK' : 'CN'
  if (/\bhong kong\b/i.test(all)) return 'HK'
  if (/\b\d{5}-\d{3}\b/.test(all)) return 'BR'
  if (/\b\d{4}-\d{3}\b/.test(all)) return 'PT'
  const state = /\b([A-Z]{2})\.?,?\s+\d{5}(?:-\d{4})?\b/.exec(all)?.[1]
  if (state && STATES.US?.includes(state)) return 'US'
  if (POSTCODES.GB?.test(all)) return 'GB'
  return likely
}

const PROVINCES =
  '北京BJ 天津TJ 河北HE 山西SX 内蒙古NM 辽宁LN 吉林JL 黑龙江HL 上海SH 江苏JS 浙江ZJ 安徽AH 福建FJ 江西JX 山东SD 河南HA 湖北HB 湖南HN 广东GD 广西GX 海南HI 重庆CQ 四川SC 贵州GZ 云南YN 西藏XZ 陕西SN 甘肃GS 青海QH 宁夏NX 新疆XJ'.split(
    ' ',
  )

const provinceCode = (name: string) => PROVINCES.find((one) => name.startsWith(one.slice(0, -2)))?.slice(-2)

/** Province, city, district and the rest of a Chinese address, which goes from large to small. */
function chinese(lines: string[], found: SplitAddress): SplitAddress {
  const postcode = take(lines, POSTCODES.CN ?? /$^/)
  if (postcode) found.postcode = postcode
  const at = lines.findIndex((line) => /[省市区县路街道号]/.test(line))
  const line = lines[at] ?? ''
  const others = lines.filter((_, index) => index !== at && lines[index])
  const parts = /^\s*(?:中国)?\s*(\S+?(?:省|自治区))?\s*(\S+?市)?\s*(\S+?(?:区|县))?\s*(.*)$/u.exec(line)
  const [, state, city, district, street] = parts ?? []
  const name = /^(?<head>.*?[号楼室层座]\S*)\s+(?<name>\p{Script=Han}{2,4})$/u.exec(street ?? '')?.groups
  const province = state ?? city
  if (province) found.state = provinceCode(province) ?? province
  if (city) found.city = city
  if (district) found.address_2 = district
  const house = name?.head ?? street
  if (house) found.address_1 = house
  const person = name?.name ?? others.shift()
  if (person) found.name = person
  found.rest = others
  return found
}

/** Name first, then the street, then the place. */
function western(lines: string[], found: SplitAddress): SplitAddress {
  const parts = partsOf(lines).filter((part) => !isBareLabel(part))
  const street = parts.findIndex((part, at) => isStreet(part, at, parts))
  const before = street > 0 ? parts.slice(0, street) : street === 0 ? [] : parts.slice(0, 1)
  const after = street >= 0 ? parts.slice(street + 1) : parts.slice(1)
  const [name, ...others] = before
  if (name) found.name = name
  if (street >= 0) takeStreet(parts[street] ?? '', after, found)
  takeUnits(after, found)
  takeState(after, found)
  const city = after.pop()
  if (city) found.city = city
  const district =
    found.country === 'BR' || found.country === 'HK' || found.country === 'GB' ? after.shift() : undefined
  if (district) found.address_2 = district
  found.rest = [...others, ...after]
  return found
}

const isStreet = (part: string, at: number, parts: string[]) =>
  STREET_FIRST.test(part) ||
  STREET_JOINED.test(part) ||
  /^\d+[A-Z]?[\s/-].*\p{L}/iu.test(part) ||
  (STREET_LAST.test(part) && /\d/.test(`${part} ${parts[at + 1] ?? ''}`))

/** The house number stands before an English street and after a Latin one. */
function takeStreet(line: string, after: string[], found: SplitAddress) {
  const unit = UNIT_END.exec(line)
  const street = unit ? line.slice(0, unit.index) : line
  if (unit?.[1]) found.address_complement = unit[1]
  const first = /^(\d+[A-Z]?(?:[-/]\d+)?)\s+(.+)$/i.exec(street)
  const last = /^(.+?)[\s,]+(?:n[º°o.]*\s*)?(\d+[A-Z]?(?:[-/]\d+)?|s\/n)$/i.exec(street)
  if (first && !STREET_FIRST.test(street))
    [found.address_number, found.address_1] = [first[1] ?? '', first[2] ?? '']
  else if (last) [found.address_1, found.address_number] = [last[1] ?? '', last[2] ?? '']
  else {
    found.address_1 = street
    const number = /^(?:n[º°o.]*\s*)?(\d+[A-Z]?|s\/n)(?:\s+(.+))?$/i.exec(after[0] ?? '')
    if (!number) return
    found.address_number = number[1] ?? ''
    if (number[2]) after[0] = number[2]
    else after.shift()
  }
}

/** Apartment, block, floor: all together. */
function takeUnits(parts: string[], found: SplitAddress) {
  const units: string[] = []
  while (parts[0] && UNIT.test(parts[0])) units.push(parts.shift() ?? '')
  const all = [found.address_complement, ...units].filter(Boolean).join(', ')
  if (all) found.address_complement = all
}

/** The state is the last part, or the end of the last part: 'Miami FL', 'Recife/PE', 'Recife (PE)'. */
function takeState(parts: string[], found: SplitAddress) {
  const known = STATES[found.country ?? '']
  const last = parts.at(-1) ?? ''
  if (known?.includes(last.toUpperCase().replace(/\./g, '')) && parts.length > 1) {
    found.state = last.toUpperCase().replace(/\./g, '')
    parts.pop()
    return
  }
  const end = /^(.+?)(?:\s*\/\s*|\s+\(?)([A-Z]{2})\)?$/.exec(last)
  if (end?.[2] && known?.includes(end[2])) {
    found.state = end[2]
    parts[parts.length - 1] = tidy(end[1] ?? '')
    return
  }
  const bracket = /^(.+?)\s*\(([^)]+)\)$/.exec(last)
  if (bracket?.[2]) {
    found.state = bracket[2]
    parts[parts.length - 1] = bracket[1] ?? ''
    return
  }
  // In these countries a name after the city is the region.
  if (parts.length > 2 || (parts.length > 1 && ['US', 'CA', 'AU'].includes(found.country ?? ''))) {
    if (['US', 'CA', 'AU', 'ES', 'CN'].includes(found.country ?? '')) found.state = parts.pop() as string
  }
}

type State = { id: number; code: string; name: string }

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[省市]|自治区/gu, '')
    .trim()

/** The state of this code or name; codes come with or without their country. */
export function matchState(text: string, states: State[]) {
  const wanted = plain(text)
  return states.find(({ code, name }) =>
    [plain(code), plain(code).split('-').at(-1), plain(name)].includes(wanted),
  )?.id
}
