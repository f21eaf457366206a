import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { clientUpdateMany } from '@/api/generated/endpoints/parties/parties'
import type { Client } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { useFormat } from '@/ui/format'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'
import { useClientResults } from './useClientResults'

type SwitchClientsProps = BulkDialogProps<Client> & { active: boolean }

/** Activates or deactivates clients in one call, after saying how many users and clients it is about. */
export default function SwitchClients({ chosen, opened, onClose, active }: SwitchClientsProps) {
  const { t } = useTranslation(['clients', 'common'])
  const format = useFormat()
  const { rows, clear } = chosen
  const results = useClientResults()
  const there = rows.filter((client) => client.active === active).length
  const users = rows.reduce((sum, client) => sum + (client.active === active ? 0 : client.user_count), 0)
  const verb = active ? 'activate' : 'deactivate'

  async function run() {
    const { data } = await clientUpdateMany({ ids: rows.map(({ id }) => id), no_group: false, active })
    return results.take(data)
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={(done) => {
        onClose()
        if (done) clear()
      }}
      title={t(`many.${verb}Title`, { count: rows.length, number: format.number(rows.length) })}
      action={{
        label: t(`common:record.${verb}.action`),
        icon: active ? IconCircleCheck : IconCircleOff,
        danger: !active,
      }}
      focus={active ? 'action' : 'keep'}
      run={run}
      report={results.report}
    >
      <Text size="sm">{t(`many.${verb}Text`)}</Text>
      <Text size="sm" fw={600}>
        {t('many.users', { count: users, number: format.number(users) })}
      </Text>
      {there > 0 && (
        <Text size="sm" c="dimmed">
          {t('many.there', { count: there, number: format.number(there) })}
        </Text>
      )}
    </BulkDialog>
  )
}
