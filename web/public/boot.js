// Runs before the first paint, so that the wrong colours, language or menu width are never seen.
;(() => {
  const page = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is switched off: the defaults stand.
      return null
    }
  }
  page.lang = stored('remessa-language') ?? page.lang
  page.dataset.nav = stored('remessa-nav') ?? 'full'

  // The system may change while the page stands. The app follows by itself, a page without it does so here.
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const chosen = stored('mantine-color-scheme-value')
    const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light'
    page.setAttribute('data-mantine-color-scheme', scheme)
  }
  paint()
  dark.addEventListener('change', paint)
})()
