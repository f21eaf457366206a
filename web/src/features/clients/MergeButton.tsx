import { Button, Modal, Skeleton } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import type { MergeProps } from './MergeDialog'

const MergeDialog = lazy(() => import('./MergeDialog'))

/** Opens the dialog in which a duplicate is merged into this client. */
export function MergeButton({ client, onChanged }: MergeProps) {
  const { t } = useTranslation(['clients', 'common'])
  const [isOpen, setOpen] = useState(false)
  if (!client.can.merge) return null
  return (
    <>
      <Button
        variant="default"
        classNames={ICON_ON_PHONE}
        leftSection={<IconArrowMerge size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('merge.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('merge.title', { name: client.name })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Suspense fallback={<Skeleton h={240} radius="md" />}>
          <MergeDialog client={client} onChanged={onChanged} onClose={() => setOpen(false)} />
        </Suspense>
      </Modal>
    </>
  )
}
