import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** These need the classes of Node itself: streams, and errors that are told by their class. */
const OF_NODE = ['src/shared/labels/printer.spec.ts', 'src/features/field/queue/photo-room.spec.ts']

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'happy-dom',
    setupFiles: ['test/setup.ts'],
    restoreMocks: true,
    // A thread keeps something of each page. It gives way to a new one before its memory is full, which would end the run.
    vmMemoryLimit: '1.5GB',
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['src/**/*.spec.{ts,tsx}', 'test/**/*.spec.ts'],
          exclude: OF_NODE,
          // A page of its own for each file in one thread: a process for each takes nearly three times as long.
          pool: 'vmThreads',
        },
      },
      { extends: true, test: { name: 'node', include: OF_NODE } },
    ],
  },
})
