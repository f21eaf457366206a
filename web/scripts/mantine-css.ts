import type { Plugin } from 'vite'

const VIRTUAL = 'virtual:mantine.css'
const RESOLVED = `\0${VIRTUAL}.js`

/** `…/Button.module.mjs` holds the class names of the component whose rules are in `styles/Button.css`. */
const CLASS_NAMES = /@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/

const importAll = (files: string[]) => files.map((file) => `import '@mantine/core/${file}'`).join('\n')

const FOUNDATION = ['baseline', 'default-css-variables', 'global'].map((name) => `styles/${name}.layer.css`)

/**
 * Mantine's rules travel with the components that need them, so a route loads only its own and no list of
 * imports can forget one. The development server bundles dependencies ahead and takes the whole sheet.
 */
export function mantineCss(): Plugin {
  let building = false
  return {
    name: 'mantine-css',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? importAll(building ? FOUNDATION : ['styles.layer.css']) : undefined),
    transform(code, id) {
      const component = building ? CLASS_NAMES.exec(id)?.[1] : undefined
      return component
        ? { code: `${importAll([`styles/${component}.layer.css`])}\n${code}`, map: null }
        : undefined
    },
  }
}
