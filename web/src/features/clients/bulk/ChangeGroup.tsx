import { Checkbox, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientUpdateMany } from '@/api/generated/endpoints/parties/parties'
import type { Client } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { ClientGroupChoice } from '@/shared/choices/RecordChoice'
import { useFormat } from '@/ui/format'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'
import { useClientResults } from './useClientResults'

/** Moves clients to a group, or out of their groups, in one call. */
export default function ChangeGroup({ chosen, opened, onClose }: BulkDialogProps<Client>) {
  const { t } = useTranslation('clients')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { rows, clear } = chosen
  const [group, setGroup] = useState<string | null>(null)
  const [isOut, setOut] = useState(false)
  const [problem, setProblem] = useState<string>()
  const results = useClientResults()
  const there = rows.filter(({ group_id }) => (isOut ? group_id === null : group_id === group)).length
  const isChosen = isOut || group !== null

  async function run() {
    const ids = rows.map(({ id }) => id)
    const { data } = await clientUpdateMany({ ids, group_id: isOut ? null : group, no_group: isOut })
    return results.take(data)
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={(done) => {
        onClose()
        setGroup(null)
        setOut(false)
        setProblem(undefined)
        if (done) clear()
      }}
      title={t('many.groupTitle', {
        count: rows.length,
        name: rows[0]?.name,
        number: format.number(rows.length),
      })}
      action={{ label: t('action.changeGroup'), icon: IconUsersGroup }}
      check={() => {
        setProblem(isChosen ? undefined : common('validation.required'))
        return isChosen
      }}
      run={run}
      report={results.report}
    >
      <ClientGroupChoice
        label={t('field.group')}
        withAsterisk
        withinPortal={false}
        disabled={isOut}
        error={problem}
        value={isOut ? null : group}
        onChange={(id) => {
          setGroup(id)
          setProblem(undefined)
        }}
      />
      <Checkbox
        label={t('many.noGroup')}
        checked={isOut}
        onChange={(event) => {
          setOut(event.currentTarget.checked)
          setProblem(undefined)
        }}
      />
      {isChosen && there > 0 && (
        <Text size="sm" c="dimmed">
          {t('many.there', { count: there, number: format.number(there) })}
        </Text>
      )}
    </BulkDialog>
  )
}
