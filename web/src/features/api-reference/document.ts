/** The parts of the published document that the reference shows. */
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: unknown[]
  'x-enum-varnames'?: string[]
  nullable?: boolean
  items?: Schema
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

type Media = { schema?: Schema; example?: unknown }
type Content = { content?: Record<string, Media>; description?: string }

type PublishedOperation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content>
}

export type ApiDocument = {
  servers: { url: string }[]
  paths: Record<string, Record<string, PublishedOperation>>
  components: { schemas: Record<string, Schema> }
}

export type ApiOperation = PublishedOperation & { method: string; path: string; tag: string }

/** A field of a body or of an answer. */
export type Field = { name: string; type: string; required: boolean; text: string }

/** All operations in the order of the document. */
export const operationsOf = ({ paths }: ApiDocument): ApiOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      tag: operation.tags?.[0] ?? '',
    })),
  )

/** The operations in which every word occurs, by their tags. */
export function findOperations(operations: ApiOperation[], search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations.filter(({ operationId, summary, path, method, tag }) => {
    const text = `${operationId} ${summary ?? ''} ${method} ${path} ${tag}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return [...Map.groupBy(found, ({ tag }) => tag)]
}

/** The schema behind references, and what a list consists of. */
function resolve({ components }: ApiDocument, schema: Schema): Schema {
  let found = schema
  // No document refers in circles without a property between.
  for (let depth = 0; depth < 10; depth++) {
    const name = found.$ref?.split('/').at(-1)
    if (name) found = components.schemas[name] ?? {}
    else if (found.items) found = found.items
    else break
  }
  return found
}

function typeOf(document: ApiDocument, schema: Schema): string {
  if (schema.items) return `${typeOf(document, schema.items)}[]`
  const [part] = schema.allOf ?? []
  if (part && !schema.type) return typeOf(document, part)
  const { type = 'object', format, enum: values, 'x-enum-varnames': names } = resolve(document, schema)
  if (!values) return format ? `${type} (${format})` : type
  return values.map((value, at) => (names?.[at] ? `${value} ${names[at]}` : String(value))).join(' | ')
}

/** The fields of a body or an answer, whose own record or list is in `data`. */
export function fieldsOf(document: ApiDocument, schema: Schema | undefined): Field[] {
  if (!schema) return []
  const { allOf = [], properties = {}, required = [] } = resolve(document, schema)
  const own = Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeOf(document, property),
    required: required.includes(name),
    text: property.description ?? resolve(document, property).description ?? '',
  }))
  return [...allOf.flatMap((part) => fieldsOf(document, part)), ...own]
}

/** The record of an answer, without what stands around all of them. */
export function recordOf(document: ApiDocument, schema: Schema | undefined): Schema | undefined {
  return schema && (resolve(document, schema).properties?.data ?? schema)
}

/** A text as it flows: the line breaks within a paragraph are those of its source, and those before a list stay. */
export const flowing = (text: string) => text.replaceAll(/(?<!\n)\n(?!\n|- |\* )/g, ' ')

const JSON_BODY = 'application/json'

export const bodyOf = ({ requestBody }: ApiOperation): Media | undefined =>
  requestBody?.content?.[JSON_BODY] ?? Object.values(requestBody?.content ?? {})[0]

/** The answer of a call that succeeded. */
export function answerOf({ responses = {} }: ApiOperation): Media | undefined {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return answer?.content?.[JSON_BODY]
}

/** The call for a shell, with the example of its body. */
export function curlOf(document: ApiDocument, operation: ApiOperation): string {
  const { method, path, requestBody } = operation
  const lines = ['curl --header "Authorization: Bearer $REMESSA_TOKEN"']
  if (method !== 'GET') lines.push(`--request ${method}`)
  const example = requestBody?.content?.[JSON_BODY]?.example
  if (example !== undefined) {
    const quoted = JSON.stringify(example).replaceAll("'", String.raw`'\''`)
    lines.push('--header "Content-Type: application/json"', `--data '${quoted}'`)
  }
  lines.push(`"${document.servers[0]?.url ?? ''}${path}"`)
  return lines.join(' \\\n  ')
}
