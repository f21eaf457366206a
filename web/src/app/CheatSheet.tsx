import { Kbd, Modal, Switch, Table, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { setSingleKeys, singleKeysOn } from '@/ui/shortcuts'
import type { OverlayProps } from './overlay'

const GENERAL = [
  { keys: ['Ctrl', 'K'], text: 'keys.palette' },
  { keys: ['?'], text: 'keys.sheet' },
  { keys: ['Esc'], text: 'keys.close' },
] as const

const LISTS = [
  { keys: ['J'], text: 'keys.next' },
  { keys: ['K'], text: 'keys.previous' },
  { keys: ['Enter'], text: 'keys.openRow' },
  { keys: ['Space'], text: 'keys.peek' },
  { keys: ['X'], text: 'keys.select' },
  { keys: ['Shift', 'F10'], text: 'keys.rowMenu' },
  { keys: ['/'], text: 'keys.search' },
  { keys: ['N'], text: 'keys.newShipment' },
  { keys: ['Shift', '←', '→'], text: 'keys.resize' },
] as const

const SHIPMENT = [
  { keys: ['P'], text: 'keys.printLabel' },
  { keys: ['['], text: 'keys.before' },
  { keys: [']'], text: 'keys.after' },
] as const

type Entry = (typeof GENERAL)[number] | (typeof LISTS)[number] | (typeof SHIPMENT)[number]

export default function CheatSheet({ opened, onClose }: OverlayProps) {
  const { t } = useTranslation(['shell', 'common'])
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
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Keys title={t('keys.general')} entries={GENERAL} />
      <Keys
        title={t('keys.lists')}
        entries={LISTS.filter(({ text }) => text !== 'keys.newShipment' || can['shipment.create'])}
      />
      <Keys title={t('keys.shipment')} entries={SHIPMENT} />
      <Switch
        mt="md"
        label={t('keys.single')}
        description={t('keys.singleText')}
        checked={on}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </Modal>
  )
}

function Keys({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const { t } = useTranslation('shell')
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
