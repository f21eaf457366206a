import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.spec.{ts,tsx}', 'test/**/*.spec.ts'],
    setupFiles: ['test/setup.ts'],
    restoreMocks: true,
  },
})
