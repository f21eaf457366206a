import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  RouterProvider,
  stringifySearchWith,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { theme } from '@/ui/theme/theme'

type Options = {
  at?: string
  validateSearch?: (search: never) => object
}

/** Draws something as a page of its own, with the providers every page has. */
export async function renderPage(page: () => ReactNode, { at = '/', validateSearch }: Options = {}) {
  const root = createRootRoute()
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: page,
      validateSearch: validateSearch as undefined,
    }),
    createRoute({ getParentRoute: () => root, path: '/elsewhere/$id', component: () => <h1>elsewhere</h1> }),
  ]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
  })
  await router.load()
  const view = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...view, router, search: () => router.state.location.searchStr }
}
