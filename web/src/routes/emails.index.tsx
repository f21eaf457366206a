import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '@/context/paths'

/** A link without its end: the choices that it would have changed are in the account. */
export const Route = createFileRoute('/emails/')({
  beforeLoad: () => {
    throw redirect({ href: paths['my-account.tab']({ tab: 'notifications' }) })
  },
})
