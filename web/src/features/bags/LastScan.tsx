import { Anchor, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bagRemove } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Bag } from '@/api/schema'
import { Verdict } from '@/blocks/scan/Verdict'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { refreshBags } from '@/shared/bags/refresh'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import type { LastScan as Scan } from './useBagScanning'

type LastScanProps = {
  bag: Bag
  scan: Scan | undefined
  onMove(code: string): void
  onUndone(code: string): void
}

/** The result of the last scan, large enough to be read from the table, and the way on. */
export function LastScan({ bag, scan, onMove, onUndone }: LastScanProps) {
  const { t } = useTranslation('bags')
  const name = scan?.answer?.shipment?.to_name
  const city = scan?.answer?.shipment?.to_city
  return (
    <Verdict
      tone={scan?.tone}
      text={scan ? scan.text : t('ready')}
      about={scan && (name || city) && [scan.code, name, city].filter(Boolean).join(' · ')}
    >
      {scan && <WayOn bag={bag} scan={scan} onMove={onMove} onUndone={onUndone} />}
    </Verdict>
  )
}

/** The way on for a refused parcel, or for one that was scanned by mistake. */
function WayOn({ bag, scan, onMove, onUndone }: LastScanProps & { scan: Scan }) {
  const { t } = useTranslation('bags')
  const { can } = useProfile()
  const { answer, code } = scan
  if (!answer) return null
  const { message_code, other_bag, shipment, outcome } = answer
  if (outcome === 'added' && answer.parcel)
    return <Undo bag={bag} code={code} parcel={answer.parcel.id} onUndone={onUndone} />
  if (message_code === 'parcel_in_bag' && other_bag) {
    return (
      <Group gap="xs">
        <Anchor component={AppLink} to={paths['bags.show']({ id: other_bag.id })} size="sm">
          {other_bag.number}
        </Anchor>
        {can['bag.move'] && (
          <Button variant="default" onClick={() => onMove(code)}>
            {t('action.move')}
          </Button>
        )}
      </Group>
    )
  }
  const request = shipment?.regulatory_request_id
  if (message_code === 'shipment_not_cleared' && request && can['regulatory_request.show']) {
    return (
      <Button component={AppLink} variant="default" to={paths['regulatory_requests.show']({ id: request })}>
        {t('toRequest')}
      </Button>
    )
  }
  if (outcome !== 'refused' || !shipment || !can['shipment.show']) return null
  return (
    <Button component={AppLink} variant="default" to={paths['shipments.show']({ id: shipment.id })}>
      {t('toShipment')}
    </Button>
  )
}

type UndoProps = { bag: Bag; code: string; parcel: string; onUndone(code: string): void }

function Undo({ bag, code, parcel, onUndone }: UndoProps) {
  const { t } = useTranslation('bags')
  const client = useQueryClient()
  if (!bag.can.remove) return null

  async function undo() {
    try {
      const { data } = await bagRemove(bag.id, { key: parcel })
      refreshBags(client, data)
      notify.success(t('undone', { code }))
      onUndone(code)
    } catch (error) {
      notify.failure(error)
    }
  }

  return (
    <Button variant="default" onClick={() => void undo()}>
      {t('action.undo')}
    </Button>
  )
}
