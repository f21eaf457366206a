import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mantineCss } from './scripts/mantine-css.ts'

/** The server that `./dev up` runs; only `npm run dev` and `npm run preview` look at it. */
const server = process.env.REMESSA_URL ?? 'http://127.0.0.1:8080'

/** Everything that belongs to the tenant comes from the server, so the Host header must reach it. */
const proxy = Object.fromEntries(
  ['/api', '/theme.css', '/brand'].map((path) => [path, { target: server, changeOrigin: false }]),
)

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true }), react(), mantineCss()],
  resolve: { tsconfigPaths: true },
  // The texts of the server's message codes are read from ../openapi.
  server: { proxy, fs: { allow: ['..'] } },
  preview: { proxy },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few, stable files: what changes with React or the router is not fetched again for our own changes.
          groups: [
            // All texts of a language travel together.
            {
              debugName: 'texts',
              name: (id) => /(?:locales\/|messages\/)([\w-]+)[/.].*json$/.exec(id)?.[1] ?? null,
              test: /\.json$/,
              priority: 40,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            {
              name: 'framework',
              test: /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)|i18next|react-i18next|use-sync-external-store)[\\/]/,
              priority: 20,
            },
            // A group takes along what its modules import, so what the sign-in needs is taken out first.
            {
              name: 'ui',
              test: /node_modules[\\/](clsx|get-nonce|@mantine[\\/]hooks|@mantine[\\/]core[\\/]esm[\\/](core|utils|components[\\/](ActionIcon|Alert|Anchor|Button|Checkbox|CloseButton|Group|Input|InputBase|Loader|NativeSelect|Stack|Text|TextInput|Title|UnstyledButton|VisuallyHidden))[\\/])/,
              priority: 18,
            },
            { name: 'form', test: /node_modules[\\/]@mantine[\\/]form[\\/]/, priority: 16 },
            {
              name: 'floating',
              test: /node_modules[\\/](@floating-ui|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Menu|Popover|Tooltip)[\\/])/,
              priority: 14,
            },
            {
              name: 'data',
              test: /node_modules[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Combobox|ScrollArea|Select|Table)[\\/]/,
              priority: 13,
            },
            {
              name: 'covering',
              test: /node_modules[\\/](react-remove-scroll|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Drawer|Modal|ModalBase)[\\/])/,
              priority: 12,
            },
            { name: 'shared', test: /node_modules[\\/]@mantine[\\/]/, minShareCount: 3, priority: 10 },
            // Our own blocks and the icons, which would else make a file each. What the start needs of them is
            // taken out first, or it would fetch the blocks of every screen.
            {
              name: 'start',
              test: /[\\/]src[\\/]((i18n|api[\\/](errors|query-client|request))\.ts|ui[\\/](AppLink|document-title|format|list-spec)\.tsx?)/,
              priority: 9,
            },
            { name: 'icons', test: /[\\/]@tabler[\\/]/, minShareCount: 2, priority: 8 },
            {
              name: 'blocks',
              test: /[\\/]src[\\/]ui[\\/](?!fields|Clock|Confirm|Notification|Data|Table|Column|Bulk|Pagination|RowMenu|Filter|Saved|DateRange|RemoteSelect|ResourceForm|use|draft)/,
              minShareCount: 2,
              priority: 7,
            },
            {
              name: 'frame',
              test: /[\\/]src[\\/](api[\\/]generated|app[\\/](LanguageSelect|Logo|OfflineBanner|ThemeButton))/,
              minShareCount: 2,
              priority: 4,
            },
            // Lists, and forms: the shell needs neither.
            {
              name: 'list',
              test: /[\\/](@tanstack[\\/](table-core|react-table)|src[\\/]ui[\\/](Data|Table|Column|Bulk|Pagination|RowMenu|use(Data|Table|List|Overflow|Column)))/,
              minShareCount: 2,
              priority: 6,
            },
            {
              name: 'entry',
              test: /[\\/](react-number-format|src[\\/]ui[\\/](fields|RemoteSelect|ResourceForm|useResourceForm|draft))/,
              minShareCount: 2,
              priority: 5,
            },
          ],
        },
      },
    },
  },
})
