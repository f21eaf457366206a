import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '@/context/paths'

/** A link without its end: a shipment is found by its code. */
export const Route = createFileRoute('/tracking-updates/')({
  beforeLoad: () => {
    throw redirect({ href: paths.tracking() })
  },
})
