import { defineConfig } from 'i18next-cli'

export default defineConfig({
  locales: ['en', 'pt-BR', 'es', 'zh-CN'],
  extract: {
    input: ['src/**/*.{ts,tsx}'],
    ignore: ['src/api/generated/**', 'src/**/*.spec.*'],
    output: 'src/locales/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
    removeUnusedKeys: true,
    sort: true,
  },
})
