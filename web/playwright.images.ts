import { defineConfig } from '@playwright/test'
import config from './playwright.bench'

/** Pictures of whatever product runs at the port. */
export default defineConfig({ ...config, testMatch: '*.images.ts' })
