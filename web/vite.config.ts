import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mantineCss } from './scripts/mantine-css.ts'

/** The server that `./dev up` runs; only `npm run dev` and `npm run preview` look at it. */
const server = process.env.REMESSA_URL ?? 'http://127.0.0.1:8080'

/** Everything that belongs to the tenant comes from the server, so the Host header must reach it. */
const proxy = Object.fromEntries(
  ['/api', '/theme.css', '/brand'].map((path) => [path, { target: server, changeOrigin: false, ws: true }]),
)

const NOT_APART =
  /^(?!.*\/(features\/(price-|fuel-|calculator|imports\/|ticket|tax-rules|account\/)|shared\/pricing)|.*endpoints\/(quotes|support|my-account))/

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true }), react(), mantineCss()],
  resolve: { tsconfigPaths: true },
  // The texts of the server's message codes are read from ../openapi.
  // The server recognizes the scripts of workers by this name and gives them their own policy.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/worker-[name]-[hash].js' } } },
  server: { proxy, fs: { allow: ['..'] } },
  preview: { proxy },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Routes are split by themselves. Two groups keep the requests few: the start, and what is too small for a
          // file of its own. A module brings what it imports: those of prices and imports would bring
          // their large clients to every page.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'small', test: NOT_APART, minShareCount: 3, maxModuleSize: 1600, priority: 1 },
          ],
        },
      },
    },
  },
})
