import { Anchor } from '@mantine/core'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'

type CodeLinkProps = { code: string; bag?: string | null; shipment?: string | null }

/** The code of a bag or a shipment, which leads to it where the user may open it. */
export function CodeLink({ code, bag, shipment }: CodeLinkProps) {
  const { can } = useProfile()
  const to =
    bag && can['bag.show']
      ? paths['bags.show']({ id: bag })
      : shipment && can['shipment.show'] && paths['shipments.show']({ id: shipment })
  if (!to) return code
  return (
    <Anchor component={AppLink} to={to}>
      {code}
    </Anchor>
  )
}
