import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { useImportKind } from './kind'

/** Gives an import up: its file is removed, what came in stays. */
export function Discard({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const queryClient = useQueryClient()
  const { own, cancel, invalidate } = useImportKind()
  if (!shown.can.cancel) return <span />

  async function discard() {
    const question = {
      title: t('discard.title'),
      text: t(own ? `${own}.discard` : 'discard.text', { name: shown.file_name }),
      action: t('discard.action'),
      danger: true,
      run: () => cancel(shown.id),
    }
    if (await confirm(question)) await invalidate(queryClient, shown.id)
  }

  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => void discard()}
    >
      {t('discard.action')}
    </Button>
  )
}
