import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { invalidateInventoryList, inventoryCreate } from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails } from '@/api/schema'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'

/** As for any new inventory. */
const RULES = { blind: true, other_counter: true, tolerance: 0 }

export type EmptiedPlace = { id: string; name: string }

type EmptyPlaceProps = { list: PickListDetails; place: EmptiedPlace; onAnswer(): void }

/** The ledger says that the last goods of a place were just picked. Who stands before it knows whether that is so. */
export function EmptyPlace({ list, place, onAnswer }: EmptyPlaceProps) {
  const { t } = useTranslation('pick-lists')
  const { can } = useProfile()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  /** Whoever counts is told nothing of what should be there. */
  async function askForCount() {
    setBusy(true)
    try {
      const note = t('emptied.note', { number: list.number })
      const place_ids = [place.id]
      const { data } = await inventoryCreate({ warehouse_id: list.warehouse_id, place_ids, note, ...RULES })
      void invalidateInventoryList(client)
      notify.success(t('emptied.asked', { number: data.number }))
      onAnswer()
    } catch (error) {
      notify.warning(fieldTexts(error).place_ids ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Alert
      color="blue"
      role="status"
      icon={<IconHelp aria-hidden />}
      title={t('emptied.title', { place: place.name })}
    >
      <Stack gap="xs" align="flex-start">
        {can['inventory.create'] ? t('emptied.text') : t('emptied.tell')}
        <Group gap="xs">
          <Button variant="default" onClick={onAnswer}>
            {t('emptied.yes')}
          </Button>
          {can['inventory.create'] && (
            <Button variant="default" loading={busy} onClick={() => void askForCount()}>
              {t('emptied.no')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
