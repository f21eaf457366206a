import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  cargoMessageCreate,
  invalidateCargoMessageList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { notify } from '@/ui/dialogs/notify'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'

/** Uploads files as messages, one after the other. A file that is refused is named, and the others come. */
export function UploadMessages() {
  const { t } = useTranslation('cargo-messages')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function send(files: File[]) {
    if (files.length === 0) return
    setBusy(true)
    const refused: string[] = []
    for (const file of files) {
      try {
        await cargoMessageCreate({ file })
      } catch (error) {
        refused.push(`${file.name}: ${fieldTexts(error).file ?? errorText(error)}`)
      }
    }
    setBusy(false)
    void invalidateCargoMessageList(client)
    const count = files.length - refused.length
    if (count > 0) notify.success(t('upload.done', { count }))
    if (refused.length > 0) {
      notify.error([t('upload.refused', { count: refused.length }), ...refused].join(' '))
    }
  }

  return (
    <FileButton multiple onChange={(files) => void send(files)}>
      {(props) => (
        <Button
          {...props}
          classNames={ICON_ON_PHONE}
          loading={busy}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('upload.action')}
        </Button>
      )}
    </FileButton>
  )
}
