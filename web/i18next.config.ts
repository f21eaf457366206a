import { defineConfig } from 'i18next-cli'

export default defineConfig({
  locales: ['en', 'pt-BR', 'es', 'zh-CN'],
  extract: {
    input: ['src/**/*.{ts,tsx}'],
    ignore: ['src/api/generated/**', 'src/**/*.spec.*'],
    output: 'src/locales/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
    removeUnusedKeys: true,
    // The server's codes have their texts in ../openapi/messages.
    ignoreNamespaces: ['codes'],
    // Reached through a table of the code, not as a literal.
    preservePatterns: [
      'common:address.*',
      'processes:kind.*',
      'processes:stage.*',
      'shell:keys.*',
      'shell:menu.*',
      'shipments:status.*',
      'imports:blocker.*',
      'imports:choice.*',
      'imports:count.*',
      'imports:dateOrder.*',
      'imports:decimalMark.*',
      'imports:delimiter.*',
      'imports:field.*',
      'imports:group.*',
      'imports:partyField.*',
      'imports:party.*',
      'imports:reason.*',
      'imports:result.title.*',
      'imports:stage.*',
      'imports:status.*',
      'imports:step.*',
      'imports:unit.*',
      'imports:words.*',
    ],
    sort: true,
  },
})
