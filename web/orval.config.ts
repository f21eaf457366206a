import { rmSync } from 'node:fs'
import { defineConfig } from 'orval'

/**
 * The hooks. Types are not orval's: `scripts/types.mjs` writes them to `src/api/schema.ts`, hooks and mocks
 * import them from there, and the copy orval makes is thrown away.
 */
export default defineConfig({
  api: {
    input: { target: '../openapi/openapi.json' },
    output: {
      mode: 'tags-split',
      target: 'src/api/generated/endpoints',
      schemas: { path: 'src/api/generated/model', type: 'typescript', importPath: '@/api/schema' },
      client: 'react-query',
      httpClient: 'fetch',
      baseUrl: '',
      clean: true,
      override: {
        mutator: { path: 'src/api/request.ts', name: 'request' },
        fetch: { includeHttpResponseReturnType: false },
        query: {
          version: 5,
          signal: true,
          useInvalidate: true,
          shouldSplitQueryKey: true,
          useSkipToken: true,
        },
        operations: {
          // One of its fields is an object, which the form carries as JSON.
          price_version_import: { formData: { path: 'src/api/form-data.ts', name: 'formDataOf' } },
          // They read, and are POST for the sake of their parameters.
          public_quote_calculate: { query: { useQuery: true, useMutation: false } },
          quote_calculate: { query: { useQuery: true, useMutation: false } },
          shipment_count: { query: { useQuery: true, useMutation: false } },
          support_address_search: { query: { useQuery: true, useMutation: false } },
          support_address_users: { query: { useQuery: true, useMutation: false } },
        },
        enumGenerationType: 'union',
        formData: { arrayHandling: 'explode' },
      },
    },
    hooks: {
      afterAllFilesWrite: () => rmSync('src/api/generated/model', { recursive: true, force: true }),
    },
  },
})
