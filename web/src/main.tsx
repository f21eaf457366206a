import 'virtual:mantine.css'
import './app/typeface.css'
import './app/global.css'
import './app/touch.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createQueryClient } from './api/query-client'
import { BootFailure } from './app/BootFailure'
import { boot } from './app/boot'
import { Providers, Theme } from './app/providers'
import { watchAnswers } from './app/reactions'
import { createAppRouter } from './app/router'
import { fallbackLanguage, startLanguage } from './i18n'

async function start(root: Root) {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  watchAnswers(router, queryClient)
  try {
    const site = await boot(queryClient)
    await router.load()
    root.render(
      <StrictMode>
        <Providers site={site} queryClient={queryClient}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    )
  } catch (error) {
    await startLanguage(fallbackLanguage())
    root.render(
      <Theme>
        <BootFailure error={error} />
      </Theme>,
    )
  }
}

// A newer version has replaced the files this page would fetch next.
window.addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine) return
  event.preventDefault()
  window.location.reload()
})

const element = document.getElementById('root')
if (element) void start(createRoot(element))
