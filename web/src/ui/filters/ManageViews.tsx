import { ActionIcon, Button, Checkbox, Group, Modal, Radio, Table, Text, TextInput } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import classes from './ManageViews.module.css'
import type { SavedView, SavedViewsProps } from './SavedViews'

type ManageViewsProps = SavedViewsProps & { opened: boolean; onClose(): void }

/** Renames, shares, updates and deletes views, and chooses the one that the list starts with. */
export default function ManageViews({ opened, onClose, ...props }: ManageViewsProps) {
  const { t } = useTranslation()
  const { views, onDefault } = props
  const start = views.find((view) => view.isDefault)?.id ?? ''
  const choose = (id: string) =>
    onDefault(views.find((view) => view.id === id)).catch((error: unknown) => notify.failure(error))
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('views.manage')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Radio.Group value={start} onChange={(id) => void choose(id)} aria-label={t('views.default')}>
        <Table verticalSpacing="xs" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('views.name')}</Table.Th>
              <Table.Th>{t('views.default')}</Table.Th>
              <Table.Th>{t('views.shared')}</Table.Th>
              <Table.Th>
                <span className={classes.hidden}>{t('table.actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {views.map((view) => (
              <ViewRow key={view.id} {...props} view={view} />
            ))}
            <Table.Tr>
              <Table.Td>
                <Text size="sm" c="dimmed">
                  {t('views.noDefault')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Radio value="" aria-label={t('views.noDefault')} />
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Radio.Group>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t('views.done')}</Button>
      </Group>
    </Modal>
  )
}

function ViewRow({ view, onChange, onDelete }: SavedViewsProps & { view: SavedView }) {
  const { t } = useTranslation()
  const remove = () =>
    void confirm({
      title: t('views.deleteTitle'),
      text: t('views.deleteText', { name: view.name }),
      action: t('views.delete'),
      danger: true,
      run: () => onDelete(view),
    })
  const update = () =>
    void confirm({
      title: t('views.updateTitle', { name: view.name }),
      text: t('views.updateText'),
      action: t('views.update'),
      run: () => onChange(view, { current: true }),
    })
  return (
    <Table.Tr>
      <Table.Td>{view.mine ? <NameField view={view} onChange={onChange} /> : view.name}</Table.Td>
      <Table.Td>
        <Radio value={view.id} aria-label={t('views.defaultOf', { name: view.name })} />
      </Table.Td>
      <Table.Td>
        <Checkbox
          aria-label={t('views.shareOf', { name: view.name })}
          checked={view.shared}
          disabled={!view.mine}
          onChange={(event) =>
            void onChange(view, { shared: event.currentTarget.checked }).catch(notify.failure)
          }
        />
      </Table.Td>
      <Table.Td>
        {view.mine && (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <ActionIcon aria-label={t('views.updateOf', { name: view.name })} onClick={update}>
              <IconRefresh size={17} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon color="red" aria-label={t('views.deleteOf', { name: view.name })} onClick={remove}>
              <IconTrash size={17} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** Saves when it is left or with Enter. */
function NameField({ view, onChange }: Pick<SavedViewsProps, 'onChange'> & { view: SavedView }) {
  const { t } = useTranslation()
  const [name, setName] = useState(view.name)
  const [failure, setFailure] = useState<string>()

  async function save() {
    const wanted = name.trim()
    if (!wanted) return setFailure(t('validation.required'))
    if (wanted === view.name) return setFailure(undefined)
    try {
      await onChange(view, { name: wanted })
      setFailure(undefined)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  return (
    <TextInput
      aria-label={t('views.nameOf', { name: view.name })}
      value={name}
      error={failure}
      maxLength={80}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && void save()}
    />
  )
}
