import { readFileSync } from 'node:fs'
import type { QueryKey } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { shows } from './apply'

/** Every read of the published document that shows money is refreshed by the events that change this money. */

type Schema = {
  $ref?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Operation = {
  operationId: string
  tags: string[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = {
  paths: Record<string, { get?: Operation }>
  components: { schemas: Record<string, Schema> }
}

const { paths, components }: Document = JSON.parse(readFileSync('../openapi/openapi.json', 'utf8'))
const CLIENT = '0199d3c2-7c1a-7000-8000-000000000001'

/** Amounts of the ledger, and the resource whose event says that they changed. */
const CHANGED_BY: Record<string, string> = {
  balance: 'wallet',
  balance_after: 'wallet',
  available: 'wallet',
  credit_used: 'wallet',
  invoiced: 'wallet',
  open_amount: 'invoice',
  open: 'invoice',
}

/** Names of the amounts in an answer. */
function amountsOf(schema: Schema, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  const { $ref } = schema
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    const target = components.schemas[name]
    if (!target || seen.has(name)) return found
    seen.add(name)
    return amountsOf(target, seen)
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.format === 'decimal') found.add(name)
    for (const inner of amountsOf(property, seen)) found.add(inner)
  }
  const parts = [schema.items ?? [], schema.allOf ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat()
  for (const part of parts) for (const inner of amountsOf(part, seen)) found.add(inner)
  return found
}

const endpoints = import.meta.glob<Record<string, unknown>>('/src/api/generated/endpoints/**/*.ts', {
  eager: true,
})
const generated = Object.assign({}, ...Object.values(endpoints)) as Record<string, unknown>

/** The key under which the generated client keeps an answer. */
function keyOf(operationId: string) {
  const name = operationId.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const key = generated[`get${name}QueryKey`]
  if (typeof key !== 'function') throw new Error(`${operationId} has no key`)
  // A list has parameters where a record has its id.
  const first = ofRecord.has(operationId) ? CLIENT : {}
  return (key as (first: unknown) => QueryKey)(first)
}

const ofRecord = new Set(
  Object.entries(paths).flatMap(([path, { get }]) => (get && path.includes('{id}') ? [get.operationId] : [])),
)

const reads = Object.values(paths).flatMap(({ get }) => {
  const schema = get?.responses['200']?.content?.['application/json']?.schema
  return get && schema ? [{ ...get, amounts: amountsOf(schema) }] : []
})

describe('an event refreshes what shows its money', () => {
  const shown = reads.flatMap(({ operationId, amounts }) =>
    [...amounts].flatMap((amount) => {
      const resource = CHANGED_BY[amount]
      return resource ? [{ operationId, amount, resource }] : []
    }),
  )

  it('the document has reads with each of these amounts', () => {
    expect(new Set(shown.map(({ amount }) => amount))).toEqual(new Set(Object.keys(CHANGED_BY)))
  })

  it.each(shown)('$operationId shows $amount, which $resource changes', ({ operationId, resource }) => {
    expect(shows(keyOf(operationId), resource, [CLIENT])).toBe(true)
  })
})

describe('an event of a record refreshes the finance pages of its kind', () => {
  const finance = reads.filter(({ tags, amounts }) => tags.includes('Finance') && amounts.size > 0)

  it('the document has them', () => {
    expect(finance.length).toBeGreaterThan(6)
  })

  it.each(finance)('$operationId', ({ operationId }) => {
    // The papers of a client are its invoices and deposits.
    const [resource = ''] =
      /^(cod_payout|[a-z]+)/.exec(operationId.replace('portal_document', 'invoice')) ?? []
    expect(shows(keyOf(operationId), resource, [CLIENT])).toBe(true)
  })
})

it('the money of another client stays as it is', () => {
  const other = '0199d3c2-7c1a-7000-8000-000000000002'
  expect(shows(keyOf('wallet_show'), 'wallet', [other])).toBe(false)
  expect(shows(keyOf('wallet_list'), 'wallet', [other])).toBe(true)
})

it('a charge changes what can be invoiced', () => {
  expect(shows(keyOf('invoice_proposal'), 'wallet', [CLIENT])).toBe(true)
})
