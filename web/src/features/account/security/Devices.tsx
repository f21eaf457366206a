import { Button, Group, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateAccountDeviceList,
  useAccountDeviceDeleteOthers,
  useAccountDeviceList,
} from '@/api/generated/endpoints/my-account/my-account'
import type { Device } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { FormSection } from '@/ui/form/ResourceForm'
import { LoadFailure } from '@/ui/LoadFailure'
import { DeviceItem } from './DeviceItem'
import classes from './Devices.module.css'
import { NameDevice } from './NameDevice'

/** Where somebody is signed in. */
export function Devices() {
  const { t } = useTranslation('account')
  const result = useAccountDeviceList({ query: { staleTime: 0 } })
  const [naming, setNaming] = useState<Device>()
  const devices = result.data?.data
  return (
    <div className={classes.section}>
      <FormSection title={t('devices.title')} text={t('devices.text')}>
        {!devices && result.error && <LoadFailure title={t('failed')} result={result} />}
        {!devices && !result.error && <Skeleton height={160} />}
        {devices && (
          <ul className={classes.list}>
            {devices.map((device) => (
              <DeviceItem key={device.id} device={device} onName={() => setNaming(device)} />
            ))}
          </ul>
        )}
        {devices?.some(({ can }) => can.delete) && <SignOutOthers />}
      </FormSection>
      <NameDevice device={naming} onClose={() => setNaming(undefined)} />
    </div>
  )
}

function SignOutOthers() {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const end = useAccountDeviceDeleteOthers()

  async function signOut() {
    const done = await confirm({
      title: t('devices.othersTitle'),
      text: t('devices.othersText'),
      action: t('devices.others'),
      danger: true,
      run: async () => {
        await end.mutateAsync()
        await invalidateAccountDeviceList(queryClient)
      },
    })
    if (done) notify.success(t('devices.othersEnded'))
  }

  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={() => void signOut()}>
        {t('devices.others')}
      </Button>
    </Group>
  )
}
