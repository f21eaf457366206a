import { Alert, Button, Grid, Skeleton, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconPencil, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/app/paths'
import { AppLink } from '@/ui/AppLink'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { CancelShipment } from './CancelShipment'
import { labelUrl } from './label-url'
import { Contents, Items, Parcels } from './ShipmentContents'
import { Place, Service } from './ShipmentFacts'
import { ShipmentLog } from './ShipmentLog'
import { statusLook } from './status'
import { useDuplicate } from './useDuplicate'
import { usePaletteActions } from './usePaletteActions'

export function ShipmentPage({ id }: { id: string }) {
  const { t } = useTranslation('shipments')
  const shipment = useShipmentShow(id)
  if (shipment.data) return <Shown shipment={shipment.data.data} />
  const missing = statusOf(shipment.error) === 404
  return (
    <ResourcePage title={missing ? t('show.notFound') : t('show.title')}>
      {shipment.error ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t(missing ? 'show.notFoundText' : 'show.failed')}
        >
          <Button variant="default" onClick={() => void shipment.refetch()}>
            {t('show.retry')}
          </Button>
        </Alert>
      ) : (
        <Skeleton h="60vh" radius="md" />
      )}
    </ResourcePage>
  )
}

function Shown({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  usePaletteActions(shipment)
  return (
    <ResourcePage
      title={shipment.tracking_code}
      aside={<StatusBadge status={statusLook(shipment.status, t)} />}
      text={shipment.external_ref ? t('show.reference', { reference: shipment.external_ref }) : undefined}
      action={<Actions shipment={shipment} />}
    >
      <Stack gap="md">
        <Attention shipment={shipment} />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Stack gap="md">
              <Grid gap="md">
                <Grid.Col span={{ base: 12, sm: 6 }}>
                  <Place shipment={shipment} side="from" />
                </Grid.Col>
                <Grid.Col span={{ base: 12, sm: 6 }}>
                  <Place shipment={shipment} side="to" />
                </Grid.Col>
              </Grid>
              <Contents shipment={shipment} />
              <Parcels parcels={shipment.parcels} />
              <Items shipment={shipment} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack gap="md">
              <Service shipment={shipment} />
              <ShipmentLog id={shipment.id} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </ResourcePage>
  )
}

/** Notice of missing fields or of the cancellation. */
function Attention({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  if (shipment.cancelled_at) {
    return (
      <Alert color="gray" title={t('show.cancelled')}>
        {shipment.cancel_reason}
      </Alert>
    )
  }
  if (shipment.missing.length === 0) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('show.missing')}>
      {shipment.missing.map((field) => t(`missing.${field}`, { defaultValue: field })).join(' · ')}
    </Alert>
  )
}

function Actions({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const { duplicate, isPending } = useDuplicate()
  return (
    <>
      <CancelShipment shipment={shipment} />
      {shipment.can.duplicate && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          loading={isPending}
          onClick={() => duplicate(shipment.id)}
        >
          {t('action.duplicate')}
        </Button>
      )}
      {shipment.can.update && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          renderRoot={(props) => <AppLink {...props} to={paths['shipments.edit']({ id: shipment.id })} />}
        >
          {t('action.edit')}
        </Button>
      )}
      {shipment.can.print_label && (
        <Button
          component="a"
          href={labelUrl(shipment.id)}
          target="_blank"
          rel="noopener"
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          {t('action.printLabel')}
        </Button>
      )}
    </>
  )
}
