import { Button, Group, Modal, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLineText } from '@/shared/pricing/useLineText'
import classes from './Confirm.module.css'
import { compared } from './compare'
import type { PriceChange } from './useConfirmation'

type Props = {
  change: PriceChange | undefined
  isPending: boolean
  onClose(): void
  onAccept(): void
}

/** The accepted price and that of now, line by line. Nothing is confirmed before the new one is accepted. */
export default function PriceChanged({ change, isPending, onClose, onAccept }: Props) {
  const { t } = useTranslation(['shipment-confirm', 'common'])
  const { money } = useLineText()
  return (
    <Modal
      stackId="price-changed"
      opened={change !== undefined}
      onClose={() => isPending || onClose()}
      title={t('changed.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {change && (
        <>
          <Text size="sm" mb="sm">
            {t('changed.text')}
          </Text>
          <Comparison change={change} />
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" disabled={isPending} onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button loading={isPending} data-autofocus onClick={onAccept}>
              {t('changed.accept', { total: money(change.now.total) })}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  )
}

function Comparison({ change: { old, now } }: { change: PriceChange }) {
  const { t } = useTranslation(['shipment-confirm', 'price-lines'])
  const { title, money } = useLineText()
  return (
    <Table className={classes.compared}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('changed.charge')}</Table.Th>
          <Table.Th ta="end">{t('changed.before')}</Table.Th>
          <Table.Th ta="end">{t('changed.now')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {compared(old?.lines ?? [], now.lines).map(({ key, line, old, now }) => (
          <Table.Tr key={key} data-other={old?.amount !== now?.amount || undefined}>
            <Table.Th scope="row">{title(line)}</Table.Th>
            <Table.Td ta="end">{money(old) || '–'}</Table.Td>
            <Table.Td ta="end">{money(now) || '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('price-lines:total')}</Table.Th>
          <Table.Th ta="end">{money(old?.total) || '–'}</Table.Th>
          <Table.Th ta="end">{money(now.total)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}
