import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onceOnline } from '@/ui/once-online'
import type { ExportDialogProps } from './ExportDialog'

const ExportDialog = lazy(() => onceOnline(() => import('./ExportDialog')))

/** Opens the export of a list. */
export function ExportButton<T extends { id: string }>(
  props: Omit<ExportDialogProps<T>, 'opened' | 'onClose'>,
) {
  const { t } = useTranslation()
  /** Undefined until it was first opened. */
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      <Tooltip label={t('table.export')}>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={t('table.export')}
          disabled={props.total === 0}
          onClick={() => setOpened(true)}
        >
          <IconDownload size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened !== undefined && (
        <Suspense>
          <ExportDialog
            {...(props as unknown as ExportDialogProps<{ id: string }>)}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  )
}
