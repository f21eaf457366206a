import { Button, Group, Menu, Text } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateSavedParcelList,
  savedParcelDelete,
  useSavedParcelList,
} from '@/api/generated/endpoints/shipments/shipments'
import type { SavedParcel } from '@/api/schema'
import { useProfile } from '@/context/session'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { type Format, useFormat } from '@/ui/format'

type Props = { clientId: string | null; disabled: boolean; onChoose(parcel: SavedParcel): void }

/** The parcels that are saved for the client, or without one for the company: to choose, or to delete. */
export function SavedParcels({ clientId, disabled, onChoose }: Props) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  const format = useFormat()
  const remove = useDelete()
  const mayList = can['saved_parcel.list'] === true
  const { data } = useSavedParcelList(clientId ? { client_id: clientId } : {}, {
    query: { enabled: mayList },
    request: { quiet: true },
  })
  if (!mayList) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
          {t('savedParcels.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="24rem" maw="min(24rem, 90vw)" style={{ overflowY: 'auto' }}>
        {data?.data.length === 0 && <Menu.Label>{t('savedParcels.empty')}</Menu.Label>}
        {data?.data.map((parcel) => (
          <Group key={parcel.id} gap={0} wrap="nowrap">
            <Menu.Item flex={1} disabled={disabled} onClick={() => onChoose(parcel)}>
              {parcel.name}
              <Text size="xs">{measuresText(parcel, format)}</Text>
            </Menu.Item>
            {parcel.can.delete && (
              <Menu.Item
                w="auto"
                aria-label={t('savedParcels.delete', { name: parcel.name })}
                onClick={() => void remove(parcel)}
              >
                <IconTrash size={16} aria-hidden />
              </Menu.Item>
            )}
          </Group>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function measuresText({ length_mm, width_mm, height_mm, weight_g }: SavedParcel, format: Format) {
  const sizes = length_mm && width_mm && height_mm && format.sizes(length_mm, width_mm, height_mm)
  return [sizes, weight_g && format.weight(weight_g)].filter(Boolean).join(' · ')
}

/** Asks, and deletes. */
function useDelete() {
  const { t } = useTranslation('shipment-form')
  const queryClient = useQueryClient()
  return async ({ id, name }: SavedParcel) => {
    const isGone = await confirm({
      title: t('savedParcels.deleteTitle', { name }),
      text: t('savedParcels.deleteText'),
      action: t('savedParcels.deleteAction'),
      danger: true,
      run: () => savedParcelDelete(id),
    })
    if (!isGone) return
    notify.success(t('savedParcels.deleted', { name }))
    void invalidateSavedParcelList(queryClient)
  }
}
