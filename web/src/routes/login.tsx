import { createFileRoute, redirect, type SearchSchemaInput, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { paths } from '@/app/paths'
import { currentProfile, fetchProfile } from '@/app/session'
import { useSite } from '@/app/site'
import { LoginPage } from '@/features/sign-in/LoginPage'
import { changeLanguage, i18n } from '@/i18n'

/** Where to go after signing in: a path of ours, never another site. */
const ownPath = (to: unknown) => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined)

export const Route = createFileRoute('/login')({
  validateSearch: (search: { to?: unknown } & SearchSchemaInput) => ({ to: ownPath(search.to) }),
  beforeLoad: ({ context, search }) => {
    if (currentProfile(context.queryClient)) throw redirect({ href: search.to ?? paths.home() })
  },
  component: Login,
})

function Login() {
  const { domain } = useSite()
  const { queryClient } = Route.useRouteContext()
  const { to } = Route.useSearch()
  const router = useRouter()

  async function enter() {
    const profile = await fetchProfile(queryClient)
    await changeLanguage(profile.language)
    const { notify } = await import('@/ui/notify')
    notify.success(i18n.t('sign-in:done'), { id: 'signed-in' })
    await router.navigate({ href: to ?? paths.home(), replace: true })
  }

  return (
    <LoginShell>
      <LoginPage company={domain.name} onSignedIn={enter} />
    </LoginShell>
  )
}
