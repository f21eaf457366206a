// Runs before the first paint, so that neither the wrong colours nor the wrong language are ever seen.
;(() => {
  const page = document.documentElement
  let scheme = 'auto'
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') ?? scheme
    page.lang = localStorage.getItem('remessa-language') ?? page.lang
  } catch {
    // Storage is switched off: the defaults stand.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  page.setAttribute('data-mantine-color-scheme', scheme)
})()
