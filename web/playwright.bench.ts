import { defineConfig } from '@playwright/test'
import config from './playwright.config'

/** Figures of the screens, by one browser at a time and on whatever product runs at the port. */
export default defineConfig({
  ...config,
  testMatch: '*.bench.ts',
  globalSetup: [],
  workers: 1,
  retries: 0,
  projects: config.projects?.slice(0, 1),
})
