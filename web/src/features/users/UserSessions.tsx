import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Device } from '@/api/schema'
import { Moment } from '@/ui/time/Moment'
import classes from './UserPage.module.css'

/** Sessions that the card lists; their number is above. */
const MOST = 5

/** Where the user is signed in. */
export function UserSessions({ devices }: { devices: Device[] }) {
  const { t } = useTranslation('users')
  return (
    <>
      <Title order={2} size="h4" id="user-sessions" mb="xs">
        {t('card.sessions')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('sessions.count', { count: devices.length })}
      </Text>
      <ul className={classes.list}>
        {devices.slice(0, MOST).map((device) => (
          <li key={device.id}>
            <Text size="sm">{nameOf(device, t)}</Text>
            <Text size="sm" c="dimmed">
              <Moment at={device.last_seen_at} relative />
              {device.ip_address && ` · ${device.ip_address}`}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}

function nameOf({ browser, system }: Device, t: ReturnType<typeof useTranslation<'users'>>['t']) {
  if (browser && system) return t('sessions.on', { browser, system })
  return browser ?? system ?? t('sessions.unknown')
}
