// Writes src/routeTree.gen.ts without a build, so that the type check and the tests can run on a fresh clone.
import { Generator, getConfig } from '@tanstack/router-generator'

const root = process.cwd()
const config = getConfig({ target: 'react', autoCodeSplitting: true }, root)
await new Generator({ config, root }).run()
