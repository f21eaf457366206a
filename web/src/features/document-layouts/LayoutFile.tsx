import { Button, FileButton, Group } from '@mantine/core'
import { IconDownload, IconRestore, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateTenantSettingDocumentLayoutList,
  invalidateTenantSettingDocumentLayoutShow,
  tenantSettingDocumentLayoutUpdate,
} from '@/api/generated/endpoints/company/company'
import type { DocumentLayout } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

const LARGEST_FILE = 200_000

type Props = {
  layout: DocumentLayout
  text: string
  onText(text: string): void
  /** The one of the product is in its place again. */
  onRestored(layout: DocumentLayout): void
}

/** The layout as a file: from the computer, to the computer, or back to the one of the product. */
export function LayoutFile({ layout, text, onText, onRestored }: Props) {
  const { t } = useTranslation('document-layouts')
  const restore = useRestore(layout, onRestored)

  async function upload(file: File | null) {
    if (!file) return
    if (file.size > LARGEST_FILE) return notify.error(t('fileTooLarge'))
    onText((await file.text()).replaceAll('\r\n', '\n'))
    notify.info(t('uploaded', { name: file.name }))
  }

  return (
    <Group gap="xs">
      {layout.can.update && (
        <FileButton onChange={(file) => void upload(file)} accept=".toml,text/plain">
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              {t('upload')}
            </Button>
          )}
        </FileButton>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => save(`${layout.form}.toml`, text)}
      >
        {t('download')}
      </Button>
      {layout.can.update && layout.is_own && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRestore size={14} aria-hidden />}
          onClick={() => void restore()}
        >
          {t('restore')}
        </Button>
      )}
    </Group>
  )
}

function useRestore({ form, version }: DocumentLayout, onRestored: Props['onRestored']) {
  const { t } = useTranslation('document-layouts')
  const client = useQueryClient()
  return async () => {
    const done = await confirm({
      title: t('restoreTitle'),
      text: t('restoreText'),
      action: t('restore'),
      run: async () =>
        onRestored((await tenantSettingDocumentLayoutUpdate(form, { layout: null, version })).data),
    })
    if (!done) return
    notify.success(t('restored'))
    void invalidateTenantSettingDocumentLayoutList(client)
    void invalidateTenantSettingDocumentLayoutShow(client, form)
  }
}

function save(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/toml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
