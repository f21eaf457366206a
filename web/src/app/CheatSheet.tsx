import { Kbd, Modal, Switch, Table, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { setSingleKeys, singleKeysOn } from '@/ui/shortcuts'
import type { OverlayProps } from './overlay'

const GENERAL = [
  { keys: ['Ctrl', 'K'], text: 'palette' },
  { keys: ['?'], text: 'sheet' },
  { keys: ['Esc'], text: 'close' },
] as const

const LISTS = [
  { keys: ['J'], text: 'next' },
  { keys: ['K'], text: 'previous' },
  { keys: ['Enter'], text: 'openRow' },
  { keys: ['Space'], text: 'peek' },
  { keys: ['X'], text: 'select' },
  { keys: ['Shift', 'F10'], text: 'rowMenu' },
  { keys: ['/'], text: 'search' },
  { keys: ['N'], text: 'newShipment' },
  { keys: ['Shift', '←', '→'], text: 'resize' },
] as const

const SHIPMENT = [
  { keys: ['P'], text: 'printLabel' },
  { keys: ['['], text: 'before' },
  { keys: [']'], text: 'after' },
] as const

type Entry = (typeof GENERAL)[number] | (typeof LISTS)[number] | (typeof SHIPMENT)[number]

export default function CheatSheet({ opened, onClose }: OverlayProps) {
  const { t } = useTranslation(['shortcuts', 'shell', 'common'])
  const { can } = useProfile()
  const [on, setOn] = useState(singleKeysOn)

  function toggle(next: boolean) {
    setSingleKeys(next)
    setOn(next)
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell:keys.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Keys title={t('general')} entries={GENERAL} />
      <Keys
        title={t('lists')}
        entries={LISTS.filter(({ text }) => text !== 'newShipment' || can['shipment.create'])}
      />
      <Keys title={t('shipment')} entries={SHIPMENT} />
      <Switch
        mt="md"
        label={t('single')}
        description={t('singleText')}
        checked={on}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </Modal>
  )
}

function Keys({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const { t } = useTranslation('shortcuts')
  return (
    <>
      <Title order={3} size="sm" mt="sm">
        {title}
      </Title>
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
        <Table.Tbody>
          {entries.map(({ keys, text }) => (
            <Table.Tr key={text}>
              <Table.Th scope="row" fw={400}>
                {t(text)}
              </Table.Th>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
