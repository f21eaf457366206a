import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { localeUpdate } from '@/api/generated/endpoints/site/site'
import { currentProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { changeLanguage, i18n, type Language } from '@/i18n'

/** Speaks the language at once; for somebody signed in the account learns it too. */
export function useChangeLanguage() {
  const queryClient = useQueryClient()
  const { config } = useSite()
  return useCallback(
    async (language: Language) => {
      await changeLanguage(language)
      if (currentProfile(queryClient)) {
        try {
          await localeUpdate({ locale: language })
        } catch {
          const { notify } = await import('@/ui/dialogs/notify')
          notify.error(i18n.t('shell:language.failed'))
          return
        }
        // Data that the server sent in the other language is requested again.
        await queryClient.invalidateQueries()
      }
      // Unsaved input is a draft, and restored with the page.
      if (config.reload_on_locale_change) window.location.reload()
    },
    [queryClient, config],
  )
}
