import { Anchor } from '@mantine/core'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'

type ShipmentLinkProps = { id: string | null; trackingCode: string | null }

/** The code of a shipment, which leads there for those who may see it. */
export function ShipmentLink({ id, trackingCode }: ShipmentLinkProps) {
  const { can } = useProfile()
  if (!id || !can['shipment.show']) return trackingCode
  return (
    <Anchor component={AppLink} to={paths['shipments.show']({ id })} size="sm">
      {trackingCode}
    </Anchor>
  )
}
