import { Button, Menu, Text } from '@mantine/core'
import { IconBookmark, IconCheck, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '@/ui/dialogs/confirm'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'

const NameView = lazy(() => onceOnline(() => import('@/ui/NameView')))

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
  const [naming, setNaming] = useState<boolean>()
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
          <Menu.Item leftSection={<IconPlus {...ICON} />} onClick={() => setNaming(true)}>
            {t('views.save')}
          </Menu.Item>
          {shown?.mine && (
            <Menu.Item
              c="var(--mantine-color-red-text)"
              leftSection={<IconTrash {...ICON} />}
              onClick={() => remove(shown)}
            >
              {t('views.deleteOf', { name: shown.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming !== undefined && (
        <Suspense>
          <NameView opened={naming} onClose={() => setNaming(false)} onSave={onSave} />
        </Suspense>
      )}
    </>
  )
}
