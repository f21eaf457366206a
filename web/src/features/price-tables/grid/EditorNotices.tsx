import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconDeviceFloppy, IconHistory, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import classes from './GridEditor.module.css'
import type { SheetEditor } from './useSheetEditor'

/** A restored draft, a refused save, and the choice when somebody else saved first. */
export function EditorNotices({ editor }: { editor: SheetEditor }) {
  const { t } = useTranslation()
  return (
    <>
      {editor.restored && (
        <Alert mb="md" icon={<IconHistory aria-hidden />} title={t('form.restored')}>
          <Group gap="xs">
            {t('form.restoredText')}
            <Button size="compact-sm" variant="default" onClick={editor.discard}>
              {t('form.discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {editor.isStale && <Stale take={editor.take} />}
      {editor.failure !== undefined && !editor.isStale && (
        <Alert mb="md" color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {errorText(editor.failure)}
        </Alert>
      )}
    </>
  )
}

function Stale({ take }: Pick<SheetEditor, 'take'>) {
  const { t } = useTranslation()
  const [loading, setLoading] = useState(false)
  async function run(keepMine: boolean) {
    setLoading(true)
    await take(keepMine).catch(notify.failure)
    setLoading(false)
  }
  return (
    <Alert mb="md" role="alert" icon={<IconRefresh aria-hidden />} title={t('form.stale.title')}>
      <Text size="sm" mb="xs">
        {t('form.stale.text')}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" loading={loading} onClick={() => void run(true)}>
          {t('form.stale.keep')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={loading} onClick={() => void run(false)}>
          {t('form.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  )
}

/** How much is not saved, and the buttons for it. */
export function SaveBar({ editor, problems }: { editor: SheetEditor; problems: number }) {
  const { t } = useTranslation('price-grid')
  const { patch, isDirty, saving } = editor
  const count =
    patch.cells.length +
    patch.bandsAdded.length +
    patch.bandsRemoved.length +
    patch.zonesAdded.length +
    patch.zonesRemoved.length +
    editor.unread

  async function discard() {
    const goes = await confirm({
      title: t('grid.discardTitle'),
      text: t('grid.discardText', { count }),
      action: t('grid.discard'),
      danger: true,
    })
    if (goes) editor.discard()
  }

  async function save() {
    if (await editor.send()) notify.success(t('grid.saved'))
  }

  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status" className={classes.unsaved}>
        {isDirty ? t('grid.unsaved', { count }) : ''}
      </Text>
      <Button variant="default" disabled={!isDirty || saving} onClick={() => void discard()}>
        {t('grid.discard')}
      </Button>
      <Button
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        loading={saving}
        disabled={!isDirty || problems > 0}
        onClick={() => void save()}
      >
        {t('grid.save')}
      </Button>
    </Group>
  )
}
