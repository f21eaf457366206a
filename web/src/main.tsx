import 'virtual:mantine.css'
import './app/typeface.css'
import './app/global.css'
import './app/touch.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createQueryClient } from './api/query-client'
import { answers } from './api/request'
import { BootFailure } from './app/BootFailure'
import { boot } from './app/boot'
import { Providers, Theme } from './app/providers'
import { watchAnswers } from './app/reactions'
import { createAppRouter } from './app/router'
import { fallbackLanguage, startLanguage } from './i18n'

/** Drawn in another typeface first, the page would move. Without this one it is drawn all the same. */
const typeface = document.fonts.load('1em "Geist Variable"').catch(() => undefined)

async function start(root: Root) {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  watchAnswers(router, queryClient)
  try {
    const [site] = await Promise.all([boot(queryClient), typeface])
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

// A newer version has replaced the files this page would fetch next. A server that does not answer has not: the page stays.
window.addEventListener('vite:preloadError', () => {
  void answers().then((yes) => yes && window.location.reload())
})

const element = document.getElementById('root')
if (element) void start(createRoot(element))
