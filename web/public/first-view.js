// The page that the server has drawn works without any script. This one sends a code by Enter, copies the link, prints,
// and starts the app for what only the app can do: it draws the same page and goes on with what was pressed.
;(() => {
  const view = document.querySelector('.fv')
  if (!view) return
  const page = document.documentElement
  const { language, script, styles } = view.dataset
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  /** Whoever has chosen a language in the app gets it here, too; and the other way round. */
  function agreeOnLanguage() {
    page.lang = language
    const address = new URL(location.href)
    if (address.searchParams.has('language')) {
      try {
        localStorage.setItem('remessa-language', language)
      } catch {
        // Storage is switched off: the cookie has the choice.
      }
      address.searchParams.delete('language')
      history.replaceState(null, '', address)
      return
    }
    const chosen = stored('remessa-language')
    if (chosen === language) return
    const link = [...view.querySelectorAll('a[data-language]')].find((it) => it.dataset.language === chosen)
    if (link) location.replace(link.href)
  }

  let isStarted = false
  /** The styles come first, so that nothing is drawn without them. */
  async function start(next) {
    if (next) goOn(next)
    if (isStarted || !script) return
    isStarted = true
    const sheets = styles.split(' ').filter(Boolean)
    await Promise.all(sheets.map((href) => append('link', { rel: 'stylesheet', crossOrigin: '', href })))
    await append('script', { type: 'module', crossOrigin: '', src: script })
  }

  function append(tag, values) {
    const element = Object.assign(document.createElement(tag), values)
    const ended = new Promise((end) => {
      element.onload = end
      element.onerror = end
    })
    document.head.append(element)
    return ended
  }

  /** What was pressed here, as soon as the app has it. */
  function goOn(next) {
    const watcher = new MutationObserver(() => {
      const target = document.querySelector(`#root ${next}`)
      if (!target) return
      watcher.disconnect()
      target.click()
      target.focus()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
  }

  view.addEventListener('click', async ({ target }) => {
    const button = target.closest('button')
    if (!button) return
    const { then, copy } = button.dataset
    if (then) {
      button.setAttribute('aria-busy', 'true')
      void start(then)
    }
    if ('print' in button.dataset) window.print()
    if (copy) {
      await navigator.clipboard.writeText(location.href)
      button.textContent = copy
    }
  })

  view.querySelector('[data-search] textarea')?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    event.currentTarget.form.requestSubmit()
  })

  // Whoever was signed in here has come back for the work, not for the home of the company.
  if ('home' in view.dataset && stored('remessa-signed-in') !== null) {
    location.replace('/login')
    return
  }
  agreeOnLanguage()
  // Times by another clock than that of the place are the app's.
  const clock = stored('remessa-clock')
  if (clock && clock !== 'place' && view.querySelector('time')) void start()
})()
