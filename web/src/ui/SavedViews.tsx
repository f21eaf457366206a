import { Button, Checkbox, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconCheck, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { confirm } from './confirm'
import { useFormat } from './format'

export type SavedView = {
  id: string
  name: string
  shared: boolean
  /** Only its owner changes or deletes it. */
  mine: boolean
  /** How many match it now. */
  total?: number
}

type SavedViewsProps = {
  views: SavedView[]
  /** Id of the view the list shows; empty when its filters were changed by hand. */
  current: string
  onApply(view: SavedView): void
  /** Keeps what the list shows now. */
  onSave(view: { name: string; shared: boolean }): Promise<unknown>
  onDelete(view: SavedView): Promise<unknown>
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Filters, sort and columns under a name. */
export function SavedViews({ views, current, onApply, onSave, onDelete }: SavedViewsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [naming, { open, close }] = useDisclosure()
  const shown = views.find((view) => view.id === current)

  const remove = (view: SavedView) =>
    confirm({
      title: t('views.deleteTitle'),
      text: t('views.deleteText', { name: view.name }),
      action: t('views.delete'),
      danger: true,
      run: () => onDelete(view),
    })

  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" fw={400} leftSection={<IconBookmark {...ICON} />} maw="14rem">
            {shown?.name ?? t('views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py="xs">
              {t('views.none')}
            </Text>
          )}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={view.id === current ? <IconCheck {...ICON} /> : <IconBookmark {...ICON} />}
              rightSection={
                <>
                  {view.shared && <IconUsers {...ICON} aria-hidden={false} aria-label={t('views.shared')} />}
                  {view.total !== undefined && (
                    <Text size="xs" c="dimmed" ml={6}>
                      {format.number(view.total)}
                    </Text>
                  )}
                </>
              }
              onClick={() => onApply(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus {...ICON} />} onClick={open}>
            {t('views.save')}
          </Menu.Item>
          {shown?.mine && (
            <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => remove(shown)}>
              {t('views.deleteOf', { name: shown.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={naming}
        onClose={close}
        title={t('views.save')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <NameForm onClose={close} onSave={onSave} />
      </Modal>
    </>
  )
}

function NameForm({ onClose, onSave }: { onClose(): void; onSave: SavedViewsProps['onSave'] }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return setFailure(t('validation.required'))
    setSaving(true)
    try {
      await onSave({ name: name.trim(), shared })
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setSaving(false)
    }
  }

  return (
    <form onSubmit={save}>
      <Stack>
        <TextInput
          data-autofocus
          label={t('views.name')}
          value={name}
          error={failure}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t('views.share')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Button type="submit" loading={saving} ml="auto">
          {t('save')}
        </Button>
      </Stack>
    </form>
  )
}
