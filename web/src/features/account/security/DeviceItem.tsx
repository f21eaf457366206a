import { Badge, Button, Group, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDevices, IconDeviceTablet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateAccountDeviceList,
  useAccountDeviceDelete,
} from '@/api/generated/endpoints/my-account/my-account'
import type { Device } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { Moment } from '@/ui/time/Moment'
import classes from './Devices.module.css'

const ICONS = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDevices,
}

export function DeviceItem({ device, onName }: { device: Device; onName(): void }) {
  const { t } = useTranslation('account')
  const agent = useAgent(device)
  const name = device.name ?? agent
  const signOut = useSignOut(device, name)
  const Icon = ICONS[device.kind]
  return (
    <li className={classes.device}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <div className={classes.facts}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          {device.is_current && (
            <Badge variant="light" radius="sm" tt="none">
              {t('devices.current')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {device.name ? `${agent} · ` : ''}
          {device.ip_address}
        </Text>
        <Text size="sm" c="dimmed">
          {t('devices.seen')} <Moment at={device.last_seen_at} relative />
        </Text>
      </div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!device.can.update}
          aria-label={t('devices.renameNamed', { name })}
          onClick={onName}
        >
          {t('devices.rename')}
        </Button>
        {!device.is_current && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!device.can.delete}
            aria-label={t('devices.endNamed', { name })}
            onClick={() => void signOut()}
          >
            {t('devices.end')}
          </Button>
        )}
      </Group>
    </li>
  )
}

/** As its browser calls itself. */
function useAgent({ browser, system }: Device) {
  const { t } = useTranslation('account')
  if (browser && system) return t('devices.on', { browser, system })
  return browser ?? system ?? t('devices.unknown')
}

function useSignOut(device: Device, name: string) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const end = useAccountDeviceDelete()
  return async () => {
    const done = await confirm({
      title: t('devices.endTitle', { name }),
      text: t('devices.endText'),
      action: t('devices.end'),
      danger: true,
      run: async () => {
        await end.mutateAsync({ id: device.id })
        await invalidateAccountDeviceList(queryClient)
      },
    })
    if (done) notify.success(t('devices.ended', { name }))
  }
}
