// Writes src/api/schema.ts: every type of the API, once. The hooks that orval writes import from it.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const SPEC = '../openapi/openapi.json'
const OUT = 'src/api/schema.ts'

const spec = JSON.parse(readFileSync(SPEC, 'utf8'))
// Each variant of a union has its name in `type` already; openapi-typescript would add it a second time.
for (const schema of Object.values(spec.components.schemas)) delete schema.discriminator
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

/** orval names the query, the inline body and the inline answers of an operation; openapi-typescript does not. */
function aliases(operation) {
  const name = pascal(operation.operationId)
  const operationType = `operations["${operation.operationId}"]`
  const lines = []
  if (operation.parameters?.some((parameter) => parameter.in === 'query')) {
    lines.push(`export type ${name}Params = NonNullable<${operationType}["parameters"]["query"]>;`)
  }
  const [content, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (media && !media.schema.$ref) {
    lines.push(
      `export type ${name}Body = NonNullable<${operationType}["requestBody"]>["content"]["${content}"];`,
    )
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    const [type, answer] = Object.entries(response.content ?? {})[0] ?? []
    if (answer && !answer.schema.$ref) {
      lines.push(
        `export type ${name}${status} = ${operationType}["responses"][${status}]["content"]["${type}"];`,
      )
    }
  }
  return lines
}

const operations = Object.values(spec.paths)
  .flatMap((path) => Object.values(path))
  .filter((operation) => operation.operationId)

/** The codes of an enumeration under the names that the contract gives them: `PersonType.Company`. */
const codes = Object.entries(spec.components.schemas)
  .filter(([, schema]) => schema['x-enum-varnames'])
  .map(([name, schema]) => {
    const pairs = schema['x-enum-varnames'].map((key, at) => `${key}: ${JSON.stringify(schema.enum[at])}`)
    return `export const ${name} = { ${pairs.join(', ')} } as const;`
  })

writeFileSync(OUT, `${[astToString(types), ...codes, ...operations.flatMap(aliases)].join('\n')}\n`)
