import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './scripts/chunks.ts'
import { mantineCss } from './scripts/mantine-css.ts'

/** The server that `./dev up` runs; only `npm run dev` and `npm run preview` look at it. */
const server = process.env.REMESSA_URL ?? 'http://127.0.0.1:8080'

/** Everything that belongs to the tenant comes from the server, so the Host header must reach it. */
const proxy = Object.fromEntries(
  ['/api', '/theme.css', '/brand'].map((path) => [path, { target: server, changeOrigin: false }]),
)

/** What the page itself names need not be named again with each screen that is fetched later. */
const HERE_FROM_THE_START = /(rolldown-runtime|react|framework|ui|start)-[\w-]{7}\.js$/

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
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !HERE_FROM_THE_START.test(file)),
    },
    rolldownOptions: {
      output: {
        // The entry names every file, and each letter of a hash is a letter more to load.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: chunks },
      },
    },
  },
})
