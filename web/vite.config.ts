import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fieldWorker } from './scripts/field-worker-build.ts'
import { mantineCss } from './scripts/mantine-css.ts'

/** The server that `./dev up` runs; only `npm run dev` and `npm run preview` look at it. */
const server = process.env.REMESSA_URL ?? 'http://127.0.0.1:8080'

/** Everything that belongs to the tenant comes from the server, so the Host header must reach it. */
const proxy = Object.fromEntries(
  ['/api', '/theme.css', '/brand', '/field.webmanifest'].map((path) => [
    path,
    { target: server, changeOrigin: false, ws: true },
  ]),
)

/**
 * Modules that pages of any area share. Those of records would bring their clients to every page, also of a visitor, and
 * those of charts all that charts are made with.
 */
const SMALL =
  /^(?!.*\/(api\/record-names|features\/|shared\/(activity|bags|choices|claims|deliveries|files|pickups|pricing|regulatory|reweighs|wallet)\/|(recharts|victory-vendor|d3-\w+|@reduxjs|react-redux|redux|reselect|immer|decimal\.js-light|eventemitter3)\/))/

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    mantineCss(),
    fieldWorker(),
  ],
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
          // Routes are split by themselves. The groups keep the requests few. A group takes with each module everything
          // that the module imports and that no group before has taken: `small` gets no module that calls the server
          // for one area, or every page would load the client of that area.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'small', test: SMALL, minShareCount: 3, maxModuleSize: 1600, priority: 4 },
            // Every page behind the sign-in loads the frame, so it is one file.
            { name: 'frame', test: /\/app\/Shell\.tsx/, priority: 3 },
            // With the clients of what a choice searches.
            { name: 'choices', test: /\/shared\/choices\/RecordChoice\.tsx/, priority: 2 },
            { name: 'prices', test: /\/shared\/pricing\//, minShareCount: 3, priority: 1 },
            // With the clients of shipments and of their events.
            { name: 'shipments', test: /\/features\/shipments\/refresh\.ts/, priority: 1 },
          ],
        },
      },
    },
  },
})
