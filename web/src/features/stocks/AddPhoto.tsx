import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidateStockMovementList, stockPhotoAdd } from '@/api/generated/endpoints/stock/stock'
import { notify } from '@/ui/dialogs/notify'

/** Adds the photo of goods that were taken out: one that did not arrive with them, or comes later. */
export function AddPhoto({ movementId }: { movementId: string }) {
  const { t } = useTranslation('stocks')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function add(file: File | null) {
    if (!file) return
    setBusy(true)
    try {
      await stockPhotoAdd(movementId, { file })
      notify.success(t('movements.photoAdded'))
      void invalidateStockMovementList(client)
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FileButton accept="image/jpeg,image/png,application/pdf" onChange={(file) => void add(file)}>
      {(button) => (
        <Button {...button} variant="default" loading={busy}>
          {t('movements.addPhoto')}
        </Button>
      )}
    </FileButton>
  )
}
