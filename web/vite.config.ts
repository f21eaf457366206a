import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server that `./dev up` runs; only `npm run dev` and `npm run preview` look at it. */
const server = process.env.REMESSA_URL ?? 'http://127.0.0.1:8080'

/** Everything that belongs to the tenant comes from the server, so the Host header must reach it. */
const proxy = Object.fromEntries(
  ['/api', '/theme.css', '/brand'].map((path) => [path, { target: server, changeOrigin: false }]),
)

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true }), react()],
  resolve: { tsconfigPaths: true },
  // The server puts a fresh nonce in place of this word in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy },
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
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            {
              name: 'framework',
              test: /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)|i18next|react-i18next|use-sync-external-store)[\\/]/,
              priority: 20,
            },
            {
              name: 'ui',
              test: /node_modules[\\/]@mantine[\\/](core|hooks)/,
              minShareCount: 3,
              priority: 10,
            },
          ],
        },
      },
    },
  },
})
