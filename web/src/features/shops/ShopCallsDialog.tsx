import { Alert, Anchor, List, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Shop, ShopCall } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useOpened } from '@/ui/dialogs/overlay'
import { Moment } from '@/ui/time/Moment'
import { ShopAddress } from './ShopAddress'
import { callText } from './words'

type ShopCallsProps = { shop: Shop; opened: boolean; onClose(): void }

/** The address of a shop, and what became of its newest calls. */
export default function ShopCallsDialog({ shop, opened, onClose }: ShopCallsProps) {
  const { t } = useTranslation(['shops', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={shop.name}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        {shop.refused_at && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('wrongSignature')}>
            {t('wrongSignatureText')} <Moment at={shop.refused_at} relative />
          </Alert>
        )}
        <ShopAddress shop={shop} />
        <Text size="sm" fw={600}>
          {t('calls')}
        </Text>
        {shop.calls.length === 0 && <Text size="sm">{t('noCalls')}</Text>}
        <List size="sm" listStyleType="none">
          {shop.calls.map((call) => (
            <List.Item key={`${call.at} ${call.topic} ${call.number}`}>
              <Call call={call} />
            </List.Item>
          ))}
        </List>
      </Stack>
    </Modal>
  )
}

function Call({ call }: { call: ShopCall }) {
  const { t } = useTranslation('shops')
  return (
    <>
      <Moment at={call.at} exact /> · {call.number ?? call.topic} · {callText(t, call)}{' '}
      {call.shipment_id && (
        <Anchor component={AppLink} to={paths['shipments.show']({ id: call.shipment_id })} inherit>
          {call.tracking_code}
        </Anchor>
      )}
    </>
  )
}
