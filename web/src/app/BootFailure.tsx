import { useTranslation } from 'react-i18next'
import { codeOf, statusOf } from '@/api/errors'
import { CrashPage, SuspendedPage, UnknownHostPage } from '@/blocks/ErrorPage'

/** The tenant could not be reached, so there is no shell to stand in. */
export function BootFailure({ error }: { error: unknown }) {
  // The language arrives before this is drawn; the hook redraws it when it changes.
  useTranslation()
  if (codeOf(error) === 'tenant_suspended') return main(<SuspendedPage />)
  if (codeOf(error) === 'unknown_host' || statusOf(error) === 404) return main(<UnknownHostPage />)
  return main(<CrashPage error={error} />)
}

const main = (page: React.ReactNode) => <main>{page}</main>
