import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { EVERYTHING, PHONE_IS_DUE, restingFiles } from './e2e/rotation'

/**
 * The Chromium of the machine without its windows, which take nearly half the work of a run; its own background traffic is
 * off, so a run talks to our server only.
 */
const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

const files = readdirSync(join(import.meta.dirname, 'e2e'))
  .filter((file) => file.endsWith('.e2e.ts'))
  .sort()

const resting = restingFiles(files).map((file) => `**/${file}`)

/** `./dev test` starts the real server on a seeded database and says where. */
const port = process.env.E2E_PORT ?? '8080'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  testIgnore: ['*.alone.e2e.ts', ...resting],
  // The name server that the server under test asks, the receiver of its webhooks, and who is signed in.
  globalSetup: ['./e2e/name-server.ts', './e2e/webhook-receiver.ts', './e2e/sessions.ts'],
  // Each spec file writes to accounts or shipments that no other reads, so two may run at once.
  workers: 2,
  reporter: 'line',
  forbidOnly: Boolean(process.env.CI),
  // One that passes only the second time is told as flaky: a defect, but none that holds everybody up.
  retries: process.env.CI ? 1 : 0,
  // The debug build of the server, on a machine that may be busy with something else.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://atlantico.localhost:${port}`,
    launchOptions: chromium,
    // A trace makes a run half as long again: `npm run e2e -- <spec> --trace on` for the test that failed.
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: PHONE_IS_DUE ? /@phone/ : /@phone-only/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // In the gate only what differs on a phone.
      grep: EVERYTHING ? /./ : PHONE_IS_DUE ? /@phone/ : /@phone-only/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      // Tests that disturb every other one run after them.
      name: 'alone',
      testMatch: '*.alone.e2e.ts',
      testIgnore: [],
      dependencies: ['desktop', 'phone'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
