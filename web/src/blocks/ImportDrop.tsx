import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { FileDrop } from '@/ui/FileDrop'
import { keepDroppedFile } from './dropped-file'

/** A file dropped on the page starts an import of it, if the user can import. */
export function ImportDrop() {
  const { t } = useTranslation('shipments')
  const { can } = useProfile()
  const navigate = useNavigate()
  const onFile = useCallback(
    (file: File) => {
      keepDroppedFile(file)
      void navigate({ to: '/shipments/imports/new', search: { client: undefined } })
    },
    [navigate],
  )
  return can['shipment_import.create'] ? <FileDrop label={t('dropToImport')} onFile={onFile} /> : null
}
