// Runs before the first paint, so that the wrong colours, language or menu width are never seen.
;(() => {
  const page = document.documentElement
  let scheme = 'auto'
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') ?? scheme
    page.lang = localStorage.getItem('remessa-language') ?? page.lang
    page.dataset.nav = localStorage.getItem('remessa-nav') ?? 'full'
  } catch {
    // Storage is switched off: the defaults stand.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  page.setAttribute('data-mantine-color-scheme', scheme)
})()
