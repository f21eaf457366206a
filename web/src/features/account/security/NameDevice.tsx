import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  invalidateAccountDeviceList,
  useAccountDeviceUpdate,
} from '@/api/generated/endpoints/my-account/my-account'
import type { Device } from '@/api/schema'

type NameDeviceProps = { device: Device | undefined; onClose(): void }

/** Asks what a device shall be called. */
export function NameDevice({ device, onClose }: NameDeviceProps) {
  const { t } = useTranslation(['account', 'common'])
  return (
    <Modal
      opened={device !== undefined}
      onClose={onClose}
      title={t('devices.rename')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {device && <NameForm key={device.id} device={device} onClose={onClose} />}
    </Modal>
  )
}

function NameForm({ device, onClose }: { device: Device; onClose(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const queryClient = useQueryClient()
  const [name, setName] = useState(device.name ?? '')
  const update = useAccountDeviceUpdate({
    mutation: {
      onSuccess: async () => {
        await invalidateAccountDeviceList(queryClient)
        onClose()
      },
    },
  })
  const problem = update.error ? (fieldTexts(update.error).name ?? errorText(update.error)) : undefined

  function save(event: FormEvent) {
    event.preventDefault()
    update.mutate({ id: device.id, data: { name: name.trim() || null } })
  }

  return (
    <form onSubmit={save}>
      <Stack>
        <TextInput
          data-autofocus
          label={t('devices.name')}
          description={t('devices.nameText')}
          value={name}
          error={problem}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={update.isPending} ml="auto">
          {t('common:save')}
        </Button>
      </Stack>
    </form>
  )
}
