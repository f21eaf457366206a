import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { regulatoryRequestCreate } from '@/api/generated/endpoints/regulatory/regulatory'
import { getShipmentListQueryOptions } from '@/api/generated/endpoints/shipments/shipments'
import type { PageShipmentSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { refreshRegulatory } from '@/shared/regulatory/refresh'
import { useOpened } from '@/ui/dialogs/overlay'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'

const optionsOf = ({ data }: PageShipmentSummary): Option[] =>
  data.map(({ id, tracking_code, to_name }) => ({
    id,
    label: tracking_code,
    ...(to_name && { hint: to_name }),
  }))

/** Opens the request of a shipment that has none yet. */
export function CreateRequest() {
  const { t } = useTranslation(['regulatory-requests', 'common'])
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        classNames={ICON_ON_PHONE}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('create')}
      </Button>
      <Modal
        opened={useOpened(opened)}
        onClose={() => setOpened(false)}
        title={t('create')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <ChooseShipment onClose={() => setOpened(false)} />
      </Modal>
    </>
  )
}

function ChooseShipment({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['regulatory-requests', 'common'])
  const client = useQueryClient()
  const navigate = useNavigate()
  const [shipment, setShipment] = useState<Option | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function create(shipment_id: string) {
    setBusy(true)
    try {
      const { data } = await regulatoryRequestCreate({ shipment_id })
      refreshRegulatory(client, data)
      void navigate({ href: paths['regulatory_requests.show']({ id: data.id }) })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (shipment) void create(shipment.id)
      }}
    >
      <Stack>
        <RemoteSelect
          label={t('field.shipment')}
          description={t('createText')}
          value={shipment}
          onChange={setShipment}
          options={(search) => ({
            ...getShipmentListQueryOptions({ ...(search && { search }), per_page: 10 }),
            select: optionsOf,
          })}
        />
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!shipment}>
            {t('open')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
