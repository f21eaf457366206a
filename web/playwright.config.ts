import { defineConfig } from '@playwright/test'

/** The Chromium of the machine; its own background traffic is off, so a run talks to our server only. */
const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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

/** `./dev test` starts the real server on a seeded database and says where. */
const port = process.env.E2E_PORT ?? '8080'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  workers: 1,
  reporter: 'line',
  forbidOnly: Boolean(process.env.CI),
  // The debug build of the server, on a machine that may be busy with something else.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://atlantico.localhost:${port}`,
    launchOptions: chromium,
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  ],
})
