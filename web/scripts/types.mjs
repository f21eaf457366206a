// Writes src/api/schema.ts: every type of the API, once. The hooks that orval writes import from it.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const SPEC = '../openapi/openapi.json'
const OUT = 'src/api/schema.ts'

const spec = JSON.parse(readFileSync(SPEC, 'utf8'))
const blob = ts.factory.createTypeReferenceNode('Blob')

const types = await openapiTS(spec, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  enumValues: true,
  alphabetize: true,
  transform: (schema) => (schema.format === 'binary' ? blob : undefined),
})

const pascal = (name) =>
  name
    .split('_')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('')

/** orval names the query and the inline body of an operation after it; openapi-typescript does not name them. */
function aliases(operation) {
  const name = pascal(operation.operationId)
  const type = `operations["${operation.operationId}"]`
  const lines = []
  if (operation.parameters?.some((parameter) => parameter.in === 'query')) {
    lines.push(`export type ${name}Params = NonNullable<${type}["parameters"]["query"]>;`)
  }
  const [content, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (media && !media.schema.$ref) {
    lines.push(`export type ${name}Body = NonNullable<${type}["requestBody"]>["content"]["${content}"];`)
  }
  return lines
}

const operations = Object.values(spec.paths)
  .flatMap((path) => Object.values(path))
  .filter((operation) => operation.operationId)

writeFileSync(OUT, `${astToString(types)}\n${operations.flatMap(aliases).join('\n')}\n`)
