import { expect, it } from 'vitest'
import {
  type ApiDocument,
  answerOf,
  bodyOf,
  curlOf,
  fieldsOf,
  findOperations,
  flowing,
  operationsOf,
  recordOf,
} from './document'

const DOCUMENT: ApiDocument = {
  servers: [{ url: 'https://a.example/api' }],
  paths: {
    '/shipments': {
      get: {
        operationId: 'shipment_list',
        summary: 'List shipments',
        tags: ['Shipments'],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } } },
        },
      },
    },
    '/bags': {
      post: {
        operationId: 'bag_create',
        summary: 'Open a bag',
        tags: ['Consolidation'],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/BagInput' },
              example: { note: "Zelda's" },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Page: { properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Shipment' } } } },
      Shipment: {
        required: ['id'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'Never changes.' },
          status: { $ref: '#/components/schemas/Status' },
          codes: { type: 'array', items: { type: 'string' } },
        },
      },
      Status: {
        type: 'integer',
        enum: [10, 20],
        'x-enum-varnames': ['Draft', 'Confirmed'],
        description: 'State.',
      },
      BagInput: {
        allOf: [{ properties: { note: { type: 'string' } } }],
        properties: { version: { type: 'integer' } },
      },
    },
  },
}

const [list, create] = operationsOf(DOCUMENT) as [
  ReturnType<typeof operationsOf>[0],
  ReturnType<typeof operationsOf>[0],
]

it('finds operations in which all words occur, by their tags', () => {
  const found = (search: string) =>
    findOperations(operationsOf(DOCUMENT), search).map(([tag, all]) => [
      tag,
      all.map((one) => one.operationId),
    ])
  expect(found('')).toEqual([
    ['Shipments', ['shipment_list']],
    ['Consolidation', ['bag_create']],
  ])
  expect(found('POST bag')).toEqual([['Consolidation', ['bag_create']]])
  expect(found('post shipment')).toEqual([])
})

it('says of what the records of an answer consist', () => {
  expect(fieldsOf(DOCUMENT, recordOf(DOCUMENT, answerOf(list)?.schema))).toEqual([
    { name: 'id', type: 'string (uuid)', required: true, text: 'Never changes.' },
    { name: 'status', type: '10 Draft | 20 Confirmed', required: false, text: 'State.' },
    { name: 'codes', type: 'string[]', required: false, text: '' },
  ])
})

it('says of what a body consists, its parts included', () => {
  expect(fieldsOf(DOCUMENT, bodyOf(create)?.schema).map(({ name }) => name)).toEqual(['note', 'version'])
})

it('writes a call that a shell takes', () => {
  expect(curlOf(DOCUMENT, list)).toBe(
    'curl --header "Authorization: Bearer $REMESSA_TOKEN" \\\n  "https://a.example/api/shipments"',
  )
  expect(curlOf(DOCUMENT, create)).toContain(String.raw`--data '{"note":"Zelda'\''s"}'`)
})

it('lets a paragraph flow, and keeps paragraphs and lists', () => {
  expect(flowing("the company's default\nlanguage.\n\nReturns:\n- 409\n- 422")).toBe(
    "the company's default language.\n\nReturns:\n- 409\n- 422",
  )
})
